use super::*;

const BOUNDS: [[f32; 3]; 2] = [[2.0, -1.0, 5.0], [42.0, 7.0, 25.0]];

fn cameras() -> impl Iterator<Item = OrbitCamera> {
    let angles = [[0.0, 0.0], [0.3, 0.9], [2.5, -0.7], [4.0, 1.2], [0.0, FRAC_PI_2 as f32]];
    angles.into_iter().flat_map(|[yaw, pitch]| {
        [Projection::Perspective, Projection::Orthographic].map(|projection| OrbitCamera {
            target: [3.0, 4.0, 5.0],
            distance: 20.0,
            yaw,
            pitch,
            projection,
        })
    })
}

fn assert_near(a: [f32; 2], b: [f32; 2], tolerance: f32) {
    assert!((a[0] - b[0]).abs() < tolerance && (a[1] - b[1]).abs() < tolerance, "{a:?} is not {b:?}");
}

#[test]
fn the_axes_are_at_right_angles_and_right_handed() {
    for axes in cameras().map(|camera| camera.axes()) {
        let Axes { right: r, up: u, back } = axes;
        let cross = [r[1] * u[2] - r[2] * u[1], r[2] * u[0] - r[0] * u[2], r[0] * u[1] - r[1] * u[0]];
        assert!(subtract(cross, back).iter().all(|v| v.abs() < 1e-12), "{axes:?}");
    }
}

#[test]
fn the_top_view_has_x_to_the_right_and_z_down() {
    for projection in [Projection::Perspective, Projection::Orthographic] {
        let mut camera = OrbitCamera { projection, ..OrbitCamera::default() };
        camera.view_from(ViewDirection::Top);
        assert!(camera.eye()[1] > 9.99);
        let [x, y] = camera.project([1.0, 0.0, 0.0], 1.0).unwrap();
        assert!(x > 0.1 && y.abs() < 1e-6);
        let [x, y] = camera.project([0.0, 0.0, 1.0], 1.0).unwrap();
        assert!(x.abs() < 1e-6 && y < -0.1);
    }
}

#[test]
fn front_and_side_have_y_up() {
    let mut camera = OrbitCamera::default();
    for (direction, to_the_right) in [(ViewDirection::Front, [1.0, 0.0, 0.0]), (ViewDirection::Side, [0.0, 0.0, -1.0])]
    {
        camera.view_from(direction);
        let right = camera.project(to_the_right, 1.0).unwrap();
        assert!(right[0] > 0.1 && right[1].abs() < 1e-6, "{direction:?} {right:?}");
        let up = camera.project([0.0, 1.0, 0.0], 1.0).unwrap();
        assert!(up[1] > 0.1 && up[0].abs() < 1e-6, "{direction:?} {up:?}");
    }
}

#[test]
fn ray_and_project_are_inverse() {
    for camera in cameras() {
        for place in [[0.0, 0.0], [0.9, -0.4], [-0.6, 0.8]] {
            let ray = camera.ray(1.6, place);
            assert!((dot(ray.direction, ray.direction) - 1.0).abs() < 1e-12);
            for t in [1.0, 30.0] {
                let point = add(ray.origin, ray.direction, t);
                assert_near(camera.project(point, 1.6).unwrap(), place, 1e-5);
            }
        }
    }
}

#[test]
fn nothing_is_seen_behind_the_eye() {
    let camera = OrbitCamera { yaw: 0.0, pitch: 0.0, ..OrbitCamera::default() };
    assert_eq!(camera.project([0.0, 0.0, 10.5], 1.0), None);
    assert!(camera.project([0.0, 0.0, 9.5], 1.0).is_some());
}

#[test]
fn zoom_keeps_the_point_under_the_cursor() {
    for mut camera in cameras() {
        let cursor = [0.7, -0.5];
        let ray = camera.ray(1.5, cursor);
        let along = dot(subtract(camera.target.map(f64::from), ray.origin), camera.axes().back)
            / dot(ray.direction, camera.axes().back);
        let point = add(ray.origin, ray.direction, along);
        camera.zoom_to(1.25, cursor, 1.5);
        assert!((camera.distance - 16.0).abs() < 1e-5);
        assert_near(camera.project(point, 1.5).unwrap(), cursor, 1e-5);
        camera.zoom_to(0.1, cursor, 1.5);
        assert!((camera.distance - 160.0).abs() < 1e-3);
        assert_near(camera.project(point, 1.5).unwrap(), cursor, 1e-5);
    }
}

#[test]
fn zoom_about_a_hit_keeps_it_and_stops_at_the_nearest_distance() {
    for mut camera in cameras() {
        let hit = [4.0, 3.0, 6.0];
        let before = camera.project(hit, 1.0).unwrap();
        camera.zoom_about(1.0e9, hit);
        assert_eq!(f64::from(camera.distance), DISTANCES[0]);
        assert_near(camera.project(hit, 1.0).unwrap(), before, 1e-4);
    }
}

#[test]
fn fit_shows_all_corners_and_touches_the_margin() {
    for mut camera in cameras() {
        for aspect in [0.4, 1.0, 2.5] {
            let direction = (camera.yaw, camera.pitch);
            camera.fit(BOUNDS, aspect);
            assert_eq!((camera.yaw, camera.pitch), direction);
            let seen = corners(BOUNDS[0], BOUNDS[1]).map(|corner| camera.project(corner, aspect).unwrap());
            let most = seen.iter().flatten().fold(0.0_f32, |most, v| most.max(v.abs()));
            assert!((f64::from(most) - FILL).abs() < 1e-4, "{camera:?} {aspect} {most}");
        }
    }
}

#[test]
fn fit_of_a_point_is_finite() {
    for mut camera in cameras() {
        camera.fit([[1.0; 3]; 2], 1.0);
        assert_eq!(f64::from(camera.distance), DISTANCES[0]);
        assert_near(camera.project([1.0; 3], 1.0).unwrap(), [0.0; 2], 1e-4);
    }
}

#[test]
fn pan_moves_the_target_by_parts_of_the_height() {
    for mut camera in cameras() {
        let middle = camera.target.map(f64::from);
        camera.pan(0.25, 0.1);
        assert_near(camera.project(middle, 2.0).unwrap(), [0.25, -0.2], 1e-5);
    }
}

#[test]
fn orbit_keeps_the_distance_and_stops_overhead() {
    let mut camera = OrbitCamera::default();
    camera.orbit(0.5, 9.0);
    assert_eq!(camera.pitch, FRAC_PI_2 as f32);
    let from_target = subtract(camera.eye(), camera.target.map(f64::from));
    assert!((dot(from_target, from_target).sqrt() - 10.0).abs() < 1e-5);
}

#[test]
fn the_scale_bar_matches_the_projection() {
    for camera in cameras() {
        let one_up = add(camera.target.map(f64::from), camera.axes().up, 1.0);
        let pixels = camera.project(one_up, 1.0).unwrap()[1] * 400.0;
        assert!((camera.world_per_pixel(800.0, 0.3) - 0.3 / pixels).abs() < 1e-6);
    }
}

#[test]
fn the_matrix_and_three_d_agree_with_project() {
    let viewport = three_d::Viewport::new_at_origo(320, 200);
    for mut camera in cameras() {
        camera.fit(BOUNDS, 1.6);
        let range = camera.depth_range(BOUNDS);
        let matrix = camera.clip_from_eye(1.6, range);
        let three_d = camera.to_three_d(viewport, BOUNDS);
        for point in corners(BOUNDS[0], BOUNDS[1]) {
            let expected = camera.project(point, 1.6).unwrap();
            let p = to_f32(subtract(point, camera.eye()));
            let clip: [f32; 4] =
                std::array::from_fn(|i| (0..3).map(|c| matrix[c][i] * p[c]).sum::<f32>() + matrix[3][i]);
            assert_near([clip[0] / clip[3], clip[1] / clip[3]], expected, 1e-4);
            assert!((clip[2] / clip[3]).abs() < 1.0, "outside the depth range");
            let theirs = three_d.projection() * three_d.view() * three_d::Vec3::from(to_f32(point)).extend(1.0);
            assert_near([theirs.x / theirs.w, theirs.y / theirs.w], expected, 1e-4);
        }
    }
}
