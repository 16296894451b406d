//! NBT, unpacked and walked before fastnbt reads it.
//!
//! fastnbt passes over what is not asked for with a stack that grows and with time for what is not there, and panics for a
//! list of nothing that is not empty.

use crate::io::voxels::VoxelError;
use crate::io::voxels::size::at_most;
use fastnbt::{DeOpts, Tag, from_bytes_with_opts};
use flate2::bufread::MultiGzDecoder;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use std::borrow::Cow;
use std::fmt;
use std::io::Read as _;
use std::marker::PhantomData;

/// The most bytes of unpacked NBT: 2^28.
const MAX_UNPACKED: u64 = 1 << 28;
/// How deep compounds and lists may lie in each other; the game allows as many.
const MAX_DEPTH: usize = 512;
/// The most fields of a compound, and values of a list that are no plain numbers: 2^20. What is made of each is larger than
/// it is.
const MAX_VALUES: u64 = 1 << 20;
/// The longest name of a root by which content is known to be NBT.
const MAX_ROOT_NAME: usize = 32;

/// Whether content is surely NBT, in gzip or not: it begins with a compound of a short name or none, and a field of it.
pub fn is_nbt(bytes: &[u8]) -> bool {
    let mut start = Vec::new();
    let length = MAX_ROOT_NAME as u64 + 4;
    let is_whole = if is_gzip(bytes) {
        MultiGzDecoder::new(bytes).take(length).read_to_end(&mut start).is_ok()
    } else {
        bytes.take(length).read_to_end(&mut start).is_ok()
    };
    let &[tag, 0, name, ref rest @ ..] = start.as_slice() else { return false };
    let Some((name, [field, ..])) = rest.split_at_checked(name.into()) else { return false };
    is_whole && tag == Tag::Compound as u8 && name.is_ascii() && Tag::try_from(*field).is_ok()
}

/// The content out of its gzip, if it is in one.
///
/// # Errors
/// Broken gzip; content that grows beyond 2^28 bytes, of which no more are unpacked.
pub fn unpack(bytes: &[u8]) -> Result<Cow<'_, [u8]>, VoxelError> {
    if !is_gzip(bytes) {
        return Ok(Cow::Borrowed(bytes));
    }
    let mut unpacked = Vec::new();
    let result = MultiGzDecoder::new(bytes).take(MAX_UNPACKED + 1).read_to_end(&mut unpacked);
    result.map_err(|error| VoxelError::Whole(format!("the compressed schematic is broken: {error}")))?;
    at_most("bytes of unpacked NBT", unpacked.len() as u64, MAX_UNPACKED)?;
    Ok(Cow::Owned(unpacked))
}

fn is_gzip(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0x1f, 0x8b])
}

/// Walks the whole root, and gives the names of its fields.
///
/// # Errors
/// Content that is no NBT or ends too soon; lengths that the rest of the content cannot fill; too much nesting; too many
/// fields or values.
pub fn check(bytes: &[u8]) -> Result<Vec<String>, VoxelError> {
    let mut walk = Walk { bytes, at: 0 };
    if bytes.first() != Some(&(Tag::Compound as u8)) {
        let reason = "this is neither NBT nor NBT in gzip, so it is no Minecraft schematic";
        return Err(VoxelError::Whole(reason.into()));
    }
    walk.tag()?;
    walk.text()?;
    let mut fields = Vec::new();
    let mut open = vec![Open::Compound { fields: 0 }];
    while let Some(innermost) = open.last_mut() {
        let tag = match innermost {
            Open::List { left: 0, .. } => Tag::End,
            Open::List { tag, left } => {
                *left -= 1;
                *tag
            }
            Open::Compound { .. } => walk.tag()?,
        };
        if tag == Tag::End {
            open.pop();
            continue;
        }
        if let Open::Compound { fields: count } = innermost {
            *count += 1;
            at_most("fields of a compound", *count, MAX_VALUES)?;
            let name = walk.text()?;
            if open.len() == 1 {
                fields.push(String::from_utf8_lossy(name).into_owned());
            }
        }
        let at = walk.at;
        if let Some(inner) = walk.value(tag)? {
            if open.len() == MAX_DEPTH {
                return Err(VoxelError::AtByte { at, reason: format!("more than {MAX_DEPTH} things in each other") });
            }
            open.push(inner);
        }
    }
    Ok(fields)
}

/// What is walked through and not at its end.
enum Open {
    /// So many fields were met.
    Compound { fields: u64 },
    /// So many values of a tag that is not [`Tag::End`].
    List { tag: Tag, left: u64 },
}

struct Walk<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Walk<'a> {
    /// Passes over a value, or enters it.
    fn value(&mut self, tag: Tag) -> Result<Option<Open>, VoxelError> {
        match tag {
            Tag::Compound => return Ok(Some(Open::Compound { fields: 0 })),
            Tag::List => return self.list(),
            Tag::String => _ = self.text()?,
            Tag::ByteArray => self.array(1)?,
            Tag::IntArray => self.array(4)?,
            Tag::LongArray => self.array(8)?,
            Tag::Byte | Tag::Short | Tag::Int | Tag::Long | Tag::Float | Tag::Double | Tag::End => {
                self.take("a value", least_bytes(tag))?;
            }
        }
        Ok(None)
    }

    fn list(&mut self) -> Result<Option<Open>, VoxelError> {
        let tag = self.tag()?;
        let at = self.at;
        let left = self.length()?;
        if tag == Tag::End && left > 0 {
            return Err(VoxelError::AtByte { at, reason: format!("a list of {left} values without a type") });
        }
        let needed = left * least_bytes(tag);
        if matches!(tag, Tag::Byte | Tag::Short | Tag::Int | Tag::Long | Tag::Float | Tag::Double) {
            self.take("a list", needed)?;
            return Ok(None);
        }
        self.need("a list", needed)?;
        at_most("values of a list", left, MAX_VALUES)?;
        Ok(Some(Open::List { tag, left }))
    }

    fn array(&mut self, size: u64) -> Result<(), VoxelError> {
        let length = self.length()?;
        self.take("an array", length * size)?;
        Ok(())
    }

    fn tag(&mut self) -> Result<Tag, VoxelError> {
        let at = self.at;
        let tag = self.take("a tag", 1)?[0];
        Tag::try_from(tag).map_err(|_| VoxelError::AtByte { at, reason: format!("{tag} is the tag of no type") })
    }

    fn text(&mut self) -> Result<&'a [u8], VoxelError> {
        let length = self.take("a text", 2)?;
        self.take("a text", u64::from(length[0]) << 8 | u64::from(length[1]))
    }

    fn length(&mut self) -> Result<u64, VoxelError> {
        let at = self.at;
        let length = self.take("a length", 4)?.iter().fold(0_u32, |length, &byte| length << 8 | u32::from(byte));
        let length = length.cast_signed();
        u64::try_from(length).map_err(|_| VoxelError::AtByte { at, reason: format!("a length of {length}") })
    }

    fn take(&mut self, what: &'static str, length: u64) -> Result<&'a [u8], VoxelError> {
        self.need(what, length)?;
        let start = self.at;
        self.at += length as usize; // Not beyond the end.
        Ok(&self.bytes[start..self.at])
    }

    fn need(&self, what: &'static str, needed: u64) -> Result<(), VoxelError> {
        let left = (self.bytes.len() - self.at) as u64;
        if needed > left {
            return Err(VoxelError::CutShort { what, at: self.at, needed, left });
        }
        Ok(())
    }
}

/// The fewest bytes of a value.
fn least_bytes(tag: Tag) -> u64 {
    match tag {
        Tag::End => 0,
        Tag::Byte | Tag::Compound => 1,
        Tag::Short | Tag::String => 2,
        Tag::Int | Tag::Float | Tag::ByteArray | Tag::IntArray | Tag::LongArray => 4,
        Tag::List => 5,
        Tag::Long | Tag::Double => 8,
    }
}

/// Reads checked content. Fields that `T` does not have are passed over.
///
/// # Errors
/// A field that is missing, has another type or is given twice.
pub fn read<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> Result<T, VoxelError> {
    let options = DeOpts::new().max_seq_len(MAX_UNPACKED as usize);
    from_bytes_with_opts(bytes, options).map_err(|error| VoxelError::Whole(format!("the schematic is broken: {error}")))
}

/// The fields of a compound in the order of the file.
pub struct Entries<T>(pub Vec<(String, T)>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Entries<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(EntriesVisitor(PhantomData))
    }
}

struct EntriesVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for EntriesVisitor<T> {
    type Value = Entries<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a compound")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(Entries(entries))
    }
}
