//! Erosion distances (section 8): steps from every span, relaxed again and again until nothing changes.

use std::collections::BTreeMap;

/// A span of a compact heightfield as a dump shows it.
pub struct Open {
    pub x: i64,
    pub z: i64,
    pub area: u8,
    /// Position in the neighbour column by direction 0 = -x, 1 = +z, 2 = +x, 3 = -z; 63 is none.
    pub links: [usize; 4],
}

/// The distance of every span to the nearest boundary span, at most `2 * radius`.
pub fn distances(spans: &[Open], radius: u32) -> Vec<u32> {
    let mut first_of_column = BTreeMap::new();
    for (number, span) in spans.iter().enumerate() {
        first_of_column.entry((span.x, span.z)).or_insert(number);
    }
    let link = |from: usize, direction: usize| -> Option<usize> {
        let Open { x, z, links, .. } = &spans[from];
        let (dx, dz) = [(-1, 0), (0, 1), (1, 0), (0, -1)][direction];
        let first = first_of_column.get(&(x + dx, z + dz))?;
        if links[direction] == 63 { None } else { Some(first + links[direction]) }
    };
    // Looked up once: the relaxation below goes over them many times.
    let links: Vec<[Option<usize>; 4]> = (0..spans.len()).map(|from| [0, 1, 2, 3].map(|d| link(from, d))).collect();
    let is_boundary =
        |span: usize| spans[span].area == 0 || links[span].iter().any(|to| to.is_none_or(|to| spans[to].area == 0));
    let cap = 2 * radius;
    let mut distances: Vec<u32> = (0..spans.len()).map(|span| if is_boundary(span) { 0 } else { cap }).collect();
    loop {
        let before = distances.clone();
        for span in 0..spans.len() {
            for direction in 0..4 {
                let Some(middle) = links[span][direction] else { continue };
                distances[span] = distances[span].min(distances[middle] + 2);
                for turn in [1, 3] {
                    let Some(end) = links[middle][(direction + turn) % 4] else { continue };
                    distances[span] = distances[span].min(distances[end] + 3);
                }
            }
        }
        if distances == before {
            return distances;
        }
    }
}
