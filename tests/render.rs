//! The renderer without a window, by the colours of single pixels.

use eframe::egui::{Color32, Rect, pos2, vec2};
use eframe::glow::{self, HasContext as _};
use spanscope::draw::{BoxStyle, Boxes, Line, Rgba, Triangles};
use spanscope::inspect::Crop;
use spanscope::render::{
    BoxSlot, Headless, HeadlessGl, LineSlot, OrbitCamera, Projection, RenderError, TriangleMode, ViewDirection,
    ViewRenderer, ViewSettings,
};

const SIZE: [u32; 2] = [160, 120];
const RED: Rgba = [220, 40, 30, 0];
const BACKGROUND: [u8; 3] = ViewSettings::DARK;

struct View {
    renderer: ViewRenderer,
    camera: OrbitCamera,
    settings: ViewSettings,
    // Last, so that the context outlives the renderer.
    gl: HeadlessGl,
}

impl View {
    fn new(projection: Projection) -> Self {
        let gl = HeadlessGl::new().unwrap_or_else(|e| panic!("{e}"));
        let renderer = ViewRenderer::new(gl.gl().clone()).unwrap_or_else(|e| panic!("{e}"));
        let camera = OrbitCamera { projection, target: [0.5; 3], distance: 6.0, ..OrbitCamera::default() };
        Self { renderer, camera, settings: ViewSettings::default(), gl }
    }

    fn of_boxes(cells: &[[u16; 4]], style: BoxStyle) -> Self {
        let mut view = Self::new(Projection::Perspective);
        let boxes = Boxes { cells: cells.to_vec(), colours: vec![RED; cells.len()], style };
        view.renderer.set_boxes(BoxSlot::Main, Some(&boxes)).unwrap();
        view
    }

    fn pixels(&mut self) -> Picture {
        self.renderer.render(&self.camera, &self.settings, SIZE).unwrap();
        Picture(self.renderer.offscreen().read())
    }
}

struct Picture(Vec<u8>);

impl Picture {
    /// The pixel at a column from the left and a row from the top.
    fn at(&self, x: u32, y: u32) -> [u8; 3] {
        let start = (y * SIZE[0] + x) as usize * 4;
        assert_eq!(self.0[start + 3], 255, "the picture is opaque");
        [self.0[start], self.0[start + 1], self.0[start + 2]]
    }

    fn middle(&self) -> [u8; 3] {
        self.at(SIZE[0] / 2, SIZE[1] / 2)
    }

    fn count(&self, what: impl Fn([u8; 3]) -> bool) -> usize {
        (0..SIZE[0] * SIZE[1]).filter(|i| what(self.at(i % SIZE[0], i / SIZE[0]))).count()
    }
}

fn is_red([r, g, b]: [u8; 3]) -> bool {
    r > 80 && u32::from(r) > 2 * u32::from(g) && u32::from(r) > 2 * u32::from(b)
}

#[test]
fn a_red_box_fills_the_middle_and_not_the_corner() {
    let picture = View::of_boxes(&[[0, 0, 0, 1]], BoxStyle::Solid).pixels();
    assert!(is_red(picture.middle()), "{:?}", picture.middle());
    assert_eq!(picture.at(0, 0), BACKGROUND);
    assert_eq!(picture.at(SIZE[0] - 1, SIZE[1] - 1), BACKGROUND);
}

#[test]
fn the_three_sides_have_three_brightnesses_in_both_projections() {
    for projection in [Projection::Perspective, Projection::Orthographic] {
        let mut view = View::of_boxes(&[[0, 0, 0, 1]], BoxStyle::Solid);
        view.camera.projection = projection;
        view.camera.distance = 2.5;
        let picture = view.pixels();
        let [top, z, x] = [picture.at(80, 40), picture.at(60, 75), picture.at(100, 75)].map(|pixel| pixel[0]);
        assert!(top > x && x > z && z > 100, "{projection:?} {top} {x} {z}");
        assert_eq!(top, RED[0]);
    }
}

#[test]
fn two_pictures_have_the_same_bytes() {
    let cells = [[0, 0, 0, 1], [1, 0, 0, 2], [0, 1, 0, 3]];
    let first = View::of_boxes(&cells, BoxStyle::Solid).pixels().0;
    let second = View::of_boxes(&cells, BoxStyle::Solid).pixels().0;
    assert!(first == second);
}

#[test]
fn nothing_is_drawn_twice() {
    let mut view = View::of_boxes(&[[0, 0, 0, 1]], BoxStyle::Solid);
    assert!(view.renderer.render(&view.camera, &view.settings, SIZE).unwrap());
    assert!(!view.renderer.render(&view.camera, &view.settings, SIZE).unwrap());
    view.camera.orbit(0.1, 0.0);
    assert!(view.renderer.render(&view.camera, &view.settings, SIZE).unwrap());
    view.renderer.set_box_colours(BoxSlot::Main, &[[20, 40, 230, 0]]).unwrap();
    let [r, _, b] = view.pixels().middle();
    assert!(b > r + 50, "the new colour is blue: {r} {b}");
    let wrong = view.renderer.set_box_colours(BoxSlot::Main, &[]);
    assert!(matches!(wrong, Err(RenderError::ColourCount { colours: 0, boxes: 1 })));
}

#[test]
fn crop_removes_and_cuts_boxes() {
    let mut view = View::of_boxes(&[[0, 0, 0, 2]], BoxStyle::Solid);
    let whole = view.pixels().count(is_red);
    view.settings.crop = Some(Crop { min: [0; 3], max: [1, 1, 1] });
    let cut = view.pixels().count(is_red);
    assert!(cut > 100 && cut < whole, "{cut} of {whole}");
    view.settings.crop = Some(Crop { min: [1, 0, 0], max: [4, 4, 4] });
    assert_eq!(view.pixels().count(|pixel| pixel != BACKGROUND), 0);
    view.settings.crop = Some(Crop { min: [0, 2, 0], max: [1, 4, 1] });
    assert_eq!(view.pixels().count(|pixel| pixel != BACKGROUND), 0);
}

#[test]
fn the_top_view_has_z_down() {
    let mut view = View::of_boxes(&[[1, 0, 0, 1], [0, 1, 0, 1]], BoxStyle::Solid);
    view.camera.view_from(ViewDirection::Top);
    view.camera.projection = Projection::Orthographic;
    view.camera.fit([[0.0; 3], [2.0, 1.0, 2.0]], SIZE[0] as f32 / SIZE[1] as f32);
    let picture = view.pixels();
    let quarters = [[55, 35], [105, 35], [55, 85], [105, 85]].map(|[x, y]| is_red(picture.at(x, y)));
    assert_eq!(quarters, [false, true, true, false]);
}

#[test]
fn a_floor_is_a_thin_plate_and_an_inset_draws_sides_in() {
    let front = |style| {
        let mut view = View::of_boxes(&[[0, 0, 0, 1]], style);
        view.camera.view_from(ViewDirection::Front);
        view
    };
    let (solid, floor) = (front(BoxStyle::Solid).pixels().count(is_red), front(BoxStyle::Floor).pixels().count(is_red));
    assert!(floor > 0 && floor * 4 < solid, "{floor} of {solid}");
    let mut view = front(BoxStyle::Solid);
    view.renderer.set_box_colours(BoxSlot::Main, &[[220, 40, 30, 16]]).unwrap();
    let inset = view.pixels().count(is_red);
    assert!(inset * 10 > solid * 4 && inset * 10 < solid * 6, "{inset} is not half of {solid}");
}

#[test]
fn glass_lets_the_background_through() {
    let glass = View::of_boxes(&[[0, 0, 0, 1]], BoxStyle::Glass(0.4)).pixels().middle();
    // The distance fade takes a little of the colour.
    let mixed: [u8; 3] = std::array::from_fn(|i| (0.4 * f32::from(RED[i]) + 0.6 * f32::from(BACKGROUND[i])) as u8);
    assert!((0..3).all(|i| glass[i].abs_diff(mixed[i]) <= 10), "{glass:?} {mixed:?}");
}

#[test]
fn the_last_column_and_row_are_drawn() {
    let mut view = View::of_boxes(&[[65_535, 65_535, 65_534, 65_535]], BoxStyle::Solid);
    view.camera.fit([[65_535.0, 65_534.0, 65_535.0], [65_536.0, 65_535.0, 65_536.0]], 4.0 / 3.0);
    let picture = view.pixels();
    assert!(is_red(picture.middle()));
    let part = picture.count(is_red) as f32 / (SIZE[0] * SIZE[1]) as f32;
    assert!((0.3..0.6).contains(&part), "a hexagon of {part}");
}

#[test]
fn a_line_of_three_points_covers_three_pixels() {
    for projection in [Projection::Perspective, Projection::Orthographic] {
        let mut view = View::new(projection);
        view.camera.view_from(ViewDirection::Front);
        // The second end lies behind the eye of the perspective view.
        let line = Line { from: [-9.0, 0.5, 0.5], to: [9.0, 0.5, 0.5], colour: [255; 4], width: 3.0 };
        let behind = Line { from: [-9.0, 0.1, 0.5], to: [30.0, 0.1, 60.0], colour: [9, 9, 255, 255], width: 1.0 };
        view.renderer.set_lines(LineSlot::Overlay, &[line, behind]);
        let picture = view.pixels();
        let light: u32 = (0..65).map(|y| u32::from(picture.at(70, y)[0] - BACKGROUND[0])).sum();
        let wide = light as f32 / f32::from(255 - BACKGROUND[0]);
        assert!((2.5..3.5).contains(&wide), "{projection:?}: {wide} pixels");
    }
}

#[test]
fn a_selection_shines_through_a_box_and_other_lines_do_not() {
    let line = Line { from: [0.5, -2.0, 0.5], to: [0.5, 3.0, 0.5], colour: [255; 4], width: 3.0 };
    let middle = |slot| {
        let mut view = View::of_boxes(&[[0, 0, 0, 1]], BoxStyle::Solid);
        view.camera.orbit(0.3, 0.0);
        view.renderer.set_lines(slot, &[line]);
        view.pixels().at(SIZE[0] / 2, SIZE[1] / 2 + 3)
    };
    let [hidden, faint] = [LineSlot::Grid, LineSlot::Selection].map(middle);
    assert!(is_red(hidden) && hidden[2] < 60, "{hidden:?}");
    assert!(faint[2] > hidden[2] + 30 && faint[2] < 200, "{faint:?}");
}

#[test]
fn triangles_lie_over_a_box_top_in_the_same_plane() {
    let mut view = View::of_boxes(&[[0, 0, 0, 1]], BoxStyle::Solid);
    let corners = vec![[0.0, 1.0, 0.0], [0.0, 1.0, 1.0], [1.0, 1.0, 0.0]];
    view.renderer.set_triangles(Some(&Triangles { corners, colours: vec![[30, 200, 40, 255]] }));
    view.camera.view_from(ViewDirection::Top);
    view.camera.distance = 3.5;
    let inside = [62, 42];
    let mut look = |mode| {
        view.settings.triangles = mode;
        view.pixels().at(inside[0], inside[1])
    };
    assert_eq!(look(TriangleMode::Hidden), [220, 40, 30]);
    assert_eq!(look(TriangleMode::Solid), [30, 200, 40]);
    let mixed = look(TriangleMode::Translucent(0.5));
    assert!(mixed[0].abs_diff(125) < 3 && mixed[1].abs_diff(120) < 3, "{mixed:?}");
    assert_eq!(look(TriangleMode::Wireframe), [220, 40, 30]);
    view.settings.crop = Some(Crop { min: [0; 3], max: [1, 1, 1] });
    view.settings.triangles = TriangleMode::Solid;
    assert_eq!(view.pixels().at(inside[0], inside[1]), [30, 200, 40], "the crop box's border belongs to it");
}

/// Steps of two heights around a column, seen from 15 cells away; `beside` is another box of the scene.
fn steps(corner: u16, beside: [u16; 4], projection: Projection) -> Picture {
    let mut cells: Vec<_> =
        (0..400).map(|i| [corner + i % 20, corner + i / 20, corner, corner + 1 + (i % 20 + i / 20) % 2]).collect();
    cells.push(beside);
    let mut view = View::of_boxes(&cells, BoxStyle::Solid);
    let middle = f32::from(corner) + 10.0;
    view.settings.row_height = 0.75;
    view.camera = OrbitCamera {
        target: [middle, f32::from(corner) * 0.75, middle],
        distance: 15.0,
        projection,
        ..OrbitCamera::default()
    };
    view.pixels()
}

#[test]
fn far_from_the_corner_of_a_huge_grid_the_picture_is_the_same() {
    for projection in [Projection::Perspective, Projection::Orthographic] {
        let near = steps(0, [0, 0, 0, 1], projection);
        let far = steps(65_000, [0, 0, 0, 1], projection);
        let differ = |i: u32| {
            let [a, b] = [&near, &far].map(|picture| picture.at(i % SIZE[0], i / SIZE[0])[0]);
            a.abs_diff(b) > 40
        };
        let different = (0..SIZE[0] * SIZE[1]).filter(|&i| differ(i)).count();
        assert!(near.count(is_red) > 5000);
        assert!(different < 100, "{projection:?}: {different} pixels differ");
    }
}

#[test]
fn the_later_of_two_lines_is_on_top() {
    let line = |colour, width| Line { from: [-2.0, 0.5, 0.5], to: [3.0, 0.5, 0.5], colour, width };
    for slot in [LineSlot::Overlay, LineSlot::Selection] {
        let mut view = View::of_boxes(&[[0, 0, 0, 1]], BoxStyle::Glass(0.2));
        view.renderer.set_lines(slot, &[line([0, 0, 0, 255], 9.0), line([255; 4], 3.0)]);
        view.camera.view_from(ViewDirection::Front);
        let picture = view.pixels();
        let [dark, light] = [57, 60].map(|y| u32::from(picture.at(20, y)[1]));
        assert!(dark < 10 && light > 200, "{slot:?} {dark} {light}");
    }
}

#[test]
fn egui_shows_the_texture_as_it_was_drawn() {
    let mut headless = Headless::new(SIZE, 2.0).unwrap_or_else(|e| panic!("{e}"));
    let mut renderer = ViewRenderer::new(headless.gl().clone()).unwrap();
    let boxes = Boxes { cells: vec![[0, 0, 0, 3]], colours: vec![RED], style: BoxStyle::Solid };
    renderer.set_boxes(BoxSlot::Main, Some(&boxes)).unwrap();
    let camera = OrbitCamera { target: [0.5; 3], distance: 7.0, ..OrbitCamera::default() };
    let mut registered = None;
    headless.run_frames(2, |ui, register| {
        renderer.render(&camera, &ViewSettings::default(), SIZE).unwrap();
        let texture = *registered.get_or_insert_with(|| register(renderer.texture()));
        let (rect, upright) = (ui.ctx().content_rect(), Rect::from_min_max(pos2(0.0, 1.0), pos2(1.0, 0.0)));
        assert_eq!(rect.size(), vec2(80.0, 60.0), "points, not pixels");
        ui.painter().image(texture, rect, upright, Color32::WHITE);
    });
    assert!(headless.picture().into_raw() == renderer.offscreen().read());
}

#[test]
fn the_state_of_others_is_left_alone() {
    let mut view = View::of_boxes(&[[0, 0, 0, 1]], BoxStyle::Glass(0.5));
    let gl = view.gl.gl().clone();
    // SAFETY: the context is current.
    let state = |gl: &glow::Context| unsafe {
        let mut viewport = [0; 4];
        gl.get_parameter_i32_slice(glow::VIEWPORT, &mut viewport);
        let features = [glow::SCISSOR_TEST, glow::BLEND, glow::DEPTH_TEST, glow::CULL_FACE, glow::POLYGON_OFFSET_FILL];
        (
            viewport,
            features.map(|feature| gl.is_enabled(feature)),
            gl.get_parameter_framebuffer(glow::FRAMEBUFFER_BINDING),
        )
    };
    // SAFETY: as above.
    let framebuffer = unsafe {
        let framebuffer = gl.create_framebuffer().unwrap();
        gl.bind_framebuffer(glow::FRAMEBUFFER, Some(framebuffer));
        gl.viewport(1, 2, 3, 4);
        gl.enable(glow::SCISSOR_TEST);
        gl.enable(glow::BLEND);
        framebuffer
    };
    let before = state(&gl);
    view.settings.triangles = TriangleMode::Wireframe;
    view.pixels();
    assert_eq!(state(&gl), before);
    assert_eq!(before.2, Some(framebuffer));
}
