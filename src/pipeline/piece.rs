//! Raw pieces: what reaches the heightfield before anything is merged (sections 2 and 5).

use super::{AreaId, Frame};

/// The most raw pieces of a run.
pub const MAX_PIECES: usize = 1 << 27;

/// The most dropped pieces of which the place is kept; all of them are counted.
pub const MAX_DROPPED_KEPT: usize = 1 << 20;

/// One triangle's or run's rows in one column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    pub x: u16,
    pub z: u16,
    /// Lowest row.
    pub lo: u16,
    /// The row above the highest one; its lower side is the surface.
    pub hi: u16,
    pub area: AreaId,
    triangle: u32,
}

/// The `triangle` of a voxel chunk's run.
const NO_TRIANGLE: u32 = u32::MAX;

impl Piece {
    /// A piece of a triangle, by its number over all meshes and height grids of the run.
    pub fn of_triangle(triangle: u32, [x, z]: [u16; 2], [lo, hi]: [u16; 2], area: AreaId) -> Self {
        Self { x, z, lo, hi, area, triangle }
    }

    /// A run of a voxel chunk.
    pub fn of_run([x, z]: [u16; 2], [lo, hi]: [u16; 2], area: AreaId) -> Self {
        Self { x, z, lo, hi, area, triangle: NO_TRIANGLE }
    }

    /// The triangle this piece was cut from; `None` for a chunk's run.
    pub fn triangle(&self) -> Option<u32> {
        (self.triangle != NO_TRIANGLE).then_some(self.triangle)
    }

    /// The merge threshold this piece brings: 0 for a chunk's run, the setting for a triangle.
    pub fn merge_threshold(&self, of_triangles: i32) -> i32 {
        if self.triangle == NO_TRIANGLE { 0 } else { of_triangles }
    }
}

/// Why a piece never reached the heightfield. What only touches a cell's edge is not a piece and is not listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DropCause {
    /// The piece has extent in both directions, but its float32 area is 0: a sliver or a near-vertical wall.
    AreaRoundsToZero,
    /// Wholly below row 0 or above the highest row.
    OutsideRows,
    /// Facing up exactly at the bottom of the grid, where the solid below it has no row.
    NoRowAtBottom,
    /// A wall exactly on the grid's border whose solid side is outside.
    WallOutsideGrid,
}

impl DropCause {
    /// Every cause, in the order of the counts.
    pub const ALL: [Self; 4] = [Self::AreaRoundsToZero, Self::OutsideRows, Self::NoRowAtBottom, Self::WallOutsideGrid];

    /// Position in [`DropCause::ALL`].
    pub fn index(self) -> usize {
        self as usize
    }
}

/// A piece that was dropped, and where it would have been.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DroppedPiece {
    pub x: u16,
    pub z: u16,
    /// Rows before clamping: lowest, and one past the highest. They can lie far outside the grid.
    pub rows: [i64; 2],
    pub triangle: u32,
    pub cause: DropCause,
}

/// Pieces in the order they were emitted, and the same pieces by column.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PieceLog {
    pieces: Vec<Piece>,
    first: Vec<u32>,
    by_column: Vec<u32>,
}

impl PieceLog {
    /// Groups pieces by column with a stable counting sort. There must be at most [`MAX_PIECES`], all in the frame.
    pub fn new(frame: &Frame, pieces: Vec<Piece>) -> Self {
        let column = |piece: &Piece| frame.column_index(piece.x.into(), piece.z.into());
        let mut first = vec![0_u32; frame.columns() + 1];
        for piece in &pieces {
            first[column(piece) + 1] += 1;
        }
        for i in 1..first.len() {
            first[i] += first[i - 1];
        }
        let mut next = first.clone();
        let mut by_column = vec![0; pieces.len()];
        for (number, piece) in pieces.iter().enumerate() {
            let slot = &mut next[column(piece)];
            by_column[*slot as usize] = number as u32;
            *slot += 1;
        }
        Self { pieces, first, by_column }
    }

    /// All pieces in emission order.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The pieces of the column with this index, in emission order.
    pub fn column(&self, column: usize) -> impl ExactSizeIterator<Item = &Piece> + Clone {
        let range = self.first[column] as usize..self.first[column + 1] as usize;
        self.by_column[range].iter().map(|&number| &self.pieces[number as usize])
    }

    /// The emission numbers of the pieces of the column with this index.
    pub fn numbers(&self, column: usize) -> &[u32] {
        &self.by_column[self.first[column] as usize..self.first[column + 1] as usize]
    }
}
