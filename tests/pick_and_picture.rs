//! Picking and drawing are two pieces of code that must agree: what a pixel shows is what its ray meets.

use spanscope::draw::{BoxStyle, Boxes, Rgba};
use spanscope::inspect::{Crop, pick, pick::row_height};
use spanscope::pipeline::{FrameSpec, Input, Mesh, Monitor, PipelineRun, Scene, SpanSettings, Stage, StageView, run};
use spanscope::render::{BoxSlot, HeadlessGl, OrbitCamera, Projection, ViewRenderer, ViewSettings};
use std::sync::Arc;

const SIZE: [u32; 2] = [200, 150];
const ASPECT: f32 = 200.0 / 150.0;
const COLOURS: [Rgba; 3] = [[230, 0, 0, 0], [0, 230, 0, 0], [0, 0, 230, 0]];

/// Two crossing slopes over a floor, in cells of 0.5 x 0.2.
fn slopes() -> PipelineRun {
    let quad = |corners: [[f64; 3]; 4]| corners;
    let vertices: Vec<[f64; 3]> = [
        quad([[0.0, 0.5, 0.0], [0.0, 0.5, 8.0], [8.0, 0.5, 8.0], [8.0, 0.5, 0.0]]),
        quad([[1.0, 0.6, 1.0], [1.0, 0.6, 4.0], [7.0, 4.0, 4.0], [7.0, 4.0, 1.0]]),
        quad([[1.0, 4.5, 3.0], [1.0, 1.0, 7.0], [5.0, 1.0, 7.0], [5.0, 4.5, 3.0]]),
    ]
    .concat();
    let indices = (0..3).flat_map(|i| [0, 1, 2, 0, 2, 3].map(|corner| i * 4 + corner)).collect();
    let frame = FrameSpec::Grid { origin: [0.0; 3], cell_size: 0.5, cell_height: 0.2, dimensions: [16, 16, 30] };
    let settings = SpanSettings { height_rows: 2, climb_rows: 3, radius_cells: 0, ..SpanSettings::HUMANOID };
    let inputs = vec![Input::Mesh(Arc::new(Mesh { vertices, indices, areas: None }))];
    run(&Scene { frame, settings, inputs, volumes: Vec::new() }, &Monitor::default()).unwrap()
}

fn boxes(run: &PipelineRun, stage: Stage) -> Boxes {
    let mut boxes = Boxes::default();
    for column in 0..run.frame.columns() {
        let place = [column % 16, column / 16].map(|v| v as u16);
        let mut add = |number: usize, [low, high]: [u16; 2]| {
            boxes.cells.push([place[0], place[1], low, high]);
            boxes.colours.push(COLOURS[number % 3]);
        };
        match run.stage(stage) {
            StageView::Raw(_) => unreachable!("pieces overlap, so two of them can be seen at once"),
            StageView::Solid { spans, .. } => {
                spans.column(column).for_each(|n| add(n, [spans.spans()[n].min, spans.spans()[n].max]));
            }
            StageView::Open { spans, .. } => spans.column(column).for_each(|n| add(n, [0, spans.spans()[n].y])),
        }
    }
    boxes.style = if stage >= Stage::Compact { BoxStyle::Floor } else { BoxStyle::Solid };
    boxes
}

/// The number of the strongest channel; `None` for the background.
fn channel(pixel: &[u8]) -> Option<usize> {
    (0..3).find(|&c| u32::from(pixel[c]) > 40 + u32::from(pixel[(c + 1) % 3]).max(pixel[(c + 2) % 3].into()))
}

fn assert_agreement(run: &PipelineRun, stage: Stage, camera: &OrbitCamera, crop: Option<Crop>) {
    let gl = HeadlessGl::new().unwrap_or_else(|e| panic!("{e}"));
    let mut renderer = ViewRenderer::new(gl.gl().clone()).unwrap();
    renderer.set_boxes(BoxSlot::Main, Some(&boxes(run, stage))).unwrap();
    let settings = ViewSettings { row_height: row_height(&run.frame) as f32, crop, ..ViewSettings::default() };
    renderer.render(camera, &settings, SIZE).unwrap();
    let pixels = renderer.offscreen().read();
    let cast = |i: u32| {
        let [x, y] = [i % SIZE[0], i / SIZE[0]].map(|v| v as f32 + 0.5);
        let ray = camera.ray(ASPECT, [2.0 * x / SIZE[0] as f32 - 1.0, 1.0 - 2.0 * y / SIZE[1] as f32]);
        pick(&ray, &run.frame, &run.stage(stage), crop.as_ref()).map(|hit| hit.index)
    };
    let hits: Vec<Option<usize>> = (0..SIZE[0] * SIZE[1]).map(cast).collect();
    let picked = |x: u32, y: u32| hits[(y * SIZE[0] + x) as usize];
    let (mut shown, mut wrong) = (0, 0);
    for (x, y) in (1..SIZE[1] - 1).flat_map(|y| (1..SIZE[0] - 1).map(move |x| (x, y))) {
        let hit = picked(x, y);
        // A pixel on an edge shows a mixture.
        if [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)].into_iter().any(|(x, y)| picked(x, y) != hit) {
            continue;
        }
        let start = (y * SIZE[0] + x) as usize * 4;
        shown += u32::from(hit.is_some());
        wrong += u32::from(hit.map(|index| index % 3) != channel(&pixels[start..start + 4]));
    }
    assert!(shown > 200, "{stage:?}: only {shown} pixels show anything");
    // A gap can be thinner than a pixel and lie between the rays of its neighbours.
    assert!(wrong * 200 < shown, "{wrong} of {shown} pixels: {stage:?} {camera:?} {crop:?}");
}

#[test]
fn a_ray_meets_what_its_pixel_shows() {
    let run = slopes();
    let crop = Crop { min: [2, 1, 3], max: [14, 14, 16] };
    for projection in [Projection::Perspective, Projection::Orthographic] {
        for [yaw, pitch] in [[0.6, 0.7], [3.9, 0.3], [0.0, std::f32::consts::FRAC_PI_2]] {
            let mut camera = OrbitCamera { yaw, pitch, projection, ..OrbitCamera::default() };
            camera.fit([[0.0; 3], [16.0, 9.0, 16.0]], ASPECT);
            for (stage, crop) in [(Stage::Merged, None), (Stage::Merged, Some(crop)), (Stage::Compact, Some(crop))] {
                assert_agreement(&run, stage, &camera, crop);
            }
        }
    }
}
