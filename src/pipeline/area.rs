//! Area ids: what kind of ground a span's surface is.

/// The kind of ground of a surface: 0 is not walkable, any other byte is walkable.
pub type AreaId = u8;

/// The area of a surface that cannot be walked on.
pub const NOT_WALKABLE: AreaId = 0;

/// The area a surface gets when nothing else is said: 63 (sections 2 and 5).
#[doc(alias = "RC_WALKABLE_AREA")]
pub const WALKABLE: AreaId = 63;
