//! Ready-made agents.

use crate::pipeline::SpanSettings;

/// An agent by name.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    pub name: &'static str,
    pub settings: SpanSettings,
}

const fn preset(name: &'static str, slope_cosine: f32, height: i32, climb: i32, radius: i32) -> Preset {
    let settings = SpanSettings {
        slope_cosine,
        height_rows: height,
        climb_rows: climb,
        radius_cells: radius,
        merge_threshold_rows: None,
    };
    Preset { name, settings }
}

/// The presets, the specification's own first. Their lengths are meant for cells of 0.3 x 0.2.
pub const PRESETS: [Preset; 4] = [
    Preset { name: "Humanoid", settings: SpanSettings::HUMANOID },
    preset("Small creature", 0.642_787_6, 5, 3, 1),  // 50 degrees
    preset("Large creature", 0.766_044_4, 20, 6, 5), // 40 degrees
    preset("Vehicle", 0.866_025_4, 12, 1, 6),        // 30 degrees
];
