//! The inputs of the document: added, read again, put in another order, compared.

use super::dialogs::Purpose;
use super::job::{Earlier, Job, Named};
use super::transient::ProblemOf;
use super::watch::{FileWatch, place};
use super::{Action, Shell};
use crate::pipeline::FrameSpec;
use crate::session::Edit;
use crate::source::fit::{fit_to_chunk, frame_of_samples};
use crate::source::voxel_mesh::voxel_mesh;
use crate::source::{Content, DensityForm, Document, MeshParts, MeshSource, Source};
use eframe::egui;
use std::path::{Path, PathBuf};
use std::sync::Arc;

impl Shell {
    /// How large the cells of a shape are that fits into the scene, and where its middle is.
    pub fn place_for_shape(&self) -> (f32, [f64; 3]) {
        let Some(product) = &self.product else { return (1.0, [16.0; 3]) };
        let frame = &product.run.frame;
        let sizes = [frame.cell_size(), frame.cell_height(), frame.cell_size()].map(f64::from);
        let counts = [frame.width(), frame.height(), frame.depth()].map(f64::from);
        (frame.cell_size(), std::array::from_fn(|axis| frame.origin()[axis] + sizes[axis] * counts[axis] / 2.0))
    }

    /// Takes inputs that were read.
    pub(super) fn add_sources(&mut self, path: &Path, sources: Vec<Source>, notes: Vec<String>) {
        self.clear_problem(&[ProblemOf::Open]);
        self.change(&Edit::AddSources(sources).into());
        self.session.notes.extend(notes);
        self.remember(path);
        self.rebuild();
    }

    /// Takes inputs as their files are now: what was chosen about them meanwhile stays chosen.
    pub(super) fn take_reloaded(&mut self, fresh: &[Source]) {
        let renewed = self.session.document.sources.iter().map(|source| {
            let new = fresh.iter().find(|new| source.file.is_some() && new.file == source.file);
            let content = new.map(|new| source.content.with_data_of(new.content.clone()));
            Source { content: content.unwrap_or_else(|| source.content.clone()), ..source.clone() }
        });
        let renewed: Vec<Source> = renewed.collect();
        self.clear_problem(&[ProblemOf::Open]);
        if renewed == self.session.document.sources {
            self.transient.note = Some("The files hold what they held before".into());
            return;
        }
        self.compare_next("files were read again");
        self.session.reload(renewed);
        self.rebuild();
    }

    /// Watches the document's files from now on, and reads them again when they change on disk. `wake` has the window drawn.
    pub fn watch_files(&mut self, wake: impl Fn() + Send + 'static) {
        match FileWatch::new(wake) {
            Ok(watch) => self.watch = Some(watch),
            Err(error) => log::warn!("changes of files will not be seen: {error}"),
        }
    }

    /// Takes what has changed on disk.
    pub(super) fn receive_changes(&mut self, ctx: &egui::Context) {
        let Some(watch) = &mut self.watch else { return };
        let scene = self.session.path.as_deref();
        watch.watch(self.session.document.files().map(PathBuf::as_path).chain(scene));
        let changed = watch.poll();
        if let Some(wait) = watch.wait() {
            ctx.request_repaint_after(wait);
        }
        if changed.is_empty() {
            return;
        }
        let scene = scene.and_then(place);
        let is_scene = |path: &PathBuf| scene.as_ref() == Some(path);
        if changed.iter().any(|path| is_scene(path) && self.session.differs_from_disk()) {
            let note = format!("{} has changed on disk; open it again to take the change", self.session.name);
            if !self.session.notes.contains(&note) {
                self.session.notes.push(note);
            }
        }
        if changed.iter().any(|path| !is_scene(path)) {
            self.reload();
        }
    }

    /// Reads the files of all inputs again.
    pub(super) fn reload(&self) {
        self.submit(Job::Reload(self.session.document.sources.clone()));
    }

    /// Puts an input to another place, and has the next result compared with this one.
    pub(super) fn move_source(&mut self, from: usize, to: usize) {
        self.compare_next(&format!("input {from} was moved to place {to}"));
        self.change(&Edit::MoveSource { from, to }.into());
    }

    /// Has the next result compared with the present one.
    fn compare_next(&mut self, happened: &str) {
        // Of several things that happen before there is a result, the first one knows what was there before.
        if let (Some(product), None) = (&self.product, &self.compare_with) {
            self.compare_with = Some(Earlier { happened: format!("After {happened}"), product: product.clone() });
        }
    }

    /// Runs the voxels of the document against their surface as a mesh.
    pub(super) fn compare_voxels(&mut self, ctx: &egui::Context) {
        let Some(product) = self.product.clone() else { return };
        let voxels = fixed(&product.document, &product.run.frame);
        let mut meshes = voxels.clone();
        for (source, input) in meshes.sources.iter_mut().zip(&product.scene.inputs) {
            if let crate::pipeline::Input::Chunk(chunk) = input {
                let mesh = voxel_mesh(chunk, &product.run.frame);
                let parts = MeshParts { mesh: Arc::new(mesh), ..MeshParts::default() };
                *source = Source { file: None, content: Content::Mesh(MeshSource::new(parts)) };
            }
        }
        self.compare(ctx, ["voxels", "their surface"], [voxels, meshes]);
    }

    /// Runs the densities of the document as surfaces against the same as blocks.
    pub(super) fn compare_density(&mut self, ctx: &egui::Context) {
        let Some(product) = self.product.clone() else { return };
        let documents = DensityForm::ALL.map(|form| {
            let mut document = fixed(&product.document, &product.run.frame);
            for source in &mut document.sources {
                if let Content::Density(density) = &mut source.content {
                    density.form = form;
                }
            }
            document
        });
        self.compare(ctx, ["surface", "blocks"], documents);
    }

    fn compare(&mut self, ctx: &egui::Context, names: [&str; 2], documents: [Document; 2]) {
        let [a, b] = names;
        let [of_a, of_b] = documents;
        let named = |name: &str, document| Named { name: name.to_owned(), document };
        self.submit(Job::Compare(Box::new([named(a, of_a), named(b, of_b)])));
        ctx.request_repaint();
    }

    /// Takes an input whose file was read in another way.
    pub(super) fn take_reread(&mut self, input: usize, source: Source) {
        let is_same = |present: &Source| present.file == source.file || matches!(present.content, Content::Missing(_));
        if self.session.document.sources.get(input).is_some_and(is_same) {
            self.clear_problem(&[ProblemOf::Open]);
            self.change(&Edit::SetSource(input, Box::new(source)).into());
            self.rebuild();
        }
    }

    fn read_axes(&self, input: usize, axes: &str) {
        let Some(mut source) = self.session.document.sources.get(input).cloned() else { return };
        match &mut source.content {
            Content::Voxels(voxels) => voxels.axes = Some(axes.to_owned()),
            Content::Density(density) => density.axes = Some(axes.to_owned()),
            Content::Mesh(_) | Content::Heights(_) | Content::Missing(_) => return,
        }
        self.submit(Job::Reread(input, Box::new(source)));
    }

    /// The frame that fits an input whose samples are to be cells.
    pub(super) fn fit_frame(&mut self, input: usize) {
        let document = &self.session.document;
        let edit = match document.sources.get(input).map(|source| &source.content) {
            Some(Content::Density(density)) => Some(Edit::Frame(frame_of_samples(density))),
            Some(Content::Voxels(_)) => {
                let origin = self.product.as_ref().map_or([0.0; 3], |product| product.run.frame.origin());
                fit_to_chunk(document, input, origin).map(|fitted| Edit::Replace(Box::new(fitted)))
            }
            _ => None,
        };
        if let Some(edit) = edit {
            self.change(&edit.into());
        }
    }
}

/// A document whose frame is this one, whatever its inputs become.
fn fixed(document: &Document, frame: &crate::pipeline::Frame) -> Document {
    let dimensions = [frame.width(), frame.depth(), frame.height()].map(i64::from);
    let frame = FrameSpec::Grid {
        origin: frame.origin(),
        cell_size: frame.cell_size(),
        cell_height: frame.cell_height(),
        dimensions,
    };
    Document { frame, ..document.clone() }
}

/// Whether an action is about inputs, and done if so.
pub(super) fn perform(shell: &mut Shell, ctx: &egui::Context, action: &Action) -> bool {
    match action {
        // With nothing open, nor about to be, there is nothing to add to.
        Action::Add(path, options) if shell.product.is_none() && shell.activity().is_none() => {
            perform(shell, ctx, &Action::OpenAs(path.clone(), *options));
        }
        Action::Add(path, options) => shell.submit(Job::Add(path.clone(), *options)),
        Action::OpenAs(path, options) => {
            let opening = super::job::Opening { path: Some(path.clone()), options: *options, ..Default::default() };
            shell.submit(Job::OpenWith(Box::new(opening)));
        }
        Action::ReloadFiles => shell.reload(),
        Action::MoveInput { from, to } => shell.move_source(*from, *to),
        Action::ReadAxes(input, axes) => shell.read_axes(*input, axes),
        Action::FitFrame(input) => shell.fit_frame(*input),
        Action::CompareVoxels => shell.compare_voxels(ctx),
        Action::CompareDensity => shell.compare_density(ctx),
        Action::Other(action) => shell.perform_other(ctx, action),
        Action::ExportDialog(input) => {
            shell.transient.export.input = *input;
            shell.open_dialog(ctx, Purpose::Export);
        }
        Action::ExportField => shell.open_path_field(Purpose::Export, None),
        Action::ExportTo(path) => {
            let document = Box::new(shell.session.document.clone());
            shell.submit(Job::Export(document, shell.transient.export, path.clone()));
        }
        Action::ExportWinding(winding) => shell.transient.export.winding = *winding,
        Action::CloseComparison => shell.comparison = None,
        Action::LimitMemory(gigabytes) => {
            if let Err(error) = shell.preferences.set_memory_limit(*gigabytes) {
                log::warn!("the limit of memory was not stored: {error}");
            }
            shell.set_memory_limit(shell.preferences.memory_limit_bytes());
        }
        _ => return false,
    }
    true
}
