//! Connected groups of columns: where differences lie together.

use std::cmp::Reverse;

/// A group of columns, each beside another one of the group along x or z.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patch {
    /// How many columns it has.
    pub size: u32,
    /// The column to go to, by index: the one of the group that lies nearest to the group's middle.
    pub column: u32,
}

/// The groups of these columns, given by index and ascending, in a grid of this width: the largest first, of groups of one size
/// the one with the lowest column.
pub fn patches(columns: &[u32], width: u32) -> Vec<Patch> {
    let mut groups = Groups { parent: (0..columns.len() as u32).collect() };
    for (number, &column) in columns.iter().enumerate() {
        if column % width > 0 && number > 0 && columns[number - 1] == column - 1 {
            groups.join(number as u32, number as u32 - 1);
        }
        if let Some(Ok(before)) = column.checked_sub(width).map(|before| columns[..number].binary_search(&before)) {
            groups.join(number as u32, before as u32);
        }
    }
    let mut members: Vec<(u32, u32)> =
        (0..columns.len()).map(|number| (groups.root(number as u32), columns[number])).collect();
    members.sort_unstable();
    let mut found: Vec<Patch> =
        members.chunk_by(|a, b| a.0 == b.0).map(|group| patch(group.iter().map(|member| member.1), width)).collect();
    found.sort_by_key(|patch| Reverse(patch.size)); // Roots are the lowest members, so ties are in order already.
    found
}

fn patch(members: impl Iterator<Item = u32> + Clone, width: u32) -> Patch {
    let place = |column: u32| [i64::from(column % width), i64::from(column / width)];
    let (mut size, mut sum) = (0_i64, [0_i64; 2]);
    for column in members.clone() {
        let [x, z] = place(column);
        (size, sum) = (size + 1, [sum[0] + x, sum[1] + z]);
    }
    // Distances to the middle times the size, in whole numbers: at most 2^24 columns of a side of 2^16.
    let distance = |column: &u32| {
        let [x, z] = place(*column);
        let [dx, dz] = [i128::from(x * size - sum[0]), i128::from(z * size - sum[1])];
        dx * dx + dz * dz
    };
    Patch { size: size as u32, column: members.min_by_key(distance).unwrap_or_default() }
}

/// Numbers that belong together; the lowest number stands for its group.
struct Groups {
    parent: Vec<u32>,
}

impl Groups {
    fn root(&mut self, mut number: u32) -> u32 {
        while self.parent[number as usize] != number {
            let above = self.parent[self.parent[number as usize] as usize];
            self.parent[number as usize] = above;
            number = above;
        }
        number
    }

    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        self.parent[a.max(b) as usize] = a.min(b);
    }
}
