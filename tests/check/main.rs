//! `spanscope check`: the real program and the library, on folders that are made here and on the project's own.

mod folder;
mod formats;
mod limits;
mod pictures;
mod regression;
mod report;
mod scene_file;
mod status;
mod update;
