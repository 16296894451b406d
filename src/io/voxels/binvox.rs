//! binvox volumes. No kept crate reads them.

use super::axes::Axes;
use super::dense::{Fastest, Layout, Sample, voxels};
use super::{VoxelError, VoxelFile};

/// Reads a volume: a header in lines, then pairs of a value and how often it comes, y fastest, then z, then x. A value is a
/// material, 0 is empty. Where `translate` and `scale` put the volume is left aside: a chunk is placed in cells.
///
/// # Errors
/// A header that is none, with its line; pairs that are too few or too many; sizes that are too large.
pub fn parse(bytes: &[u8]) -> Result<VoxelFile, VoxelError> {
    let Header { counts, data } = header(bytes)?;
    let layout = Layout { counts, axes: Axes::with_ours([0, 2, 1]), fastest: Fastest::Last };
    let samples = layout.check()?;
    let (pairs, rest) = bytes[data..].as_chunks::<2>();
    // Before a large volume is made for a few bytes.
    let described = pairs.iter().map(|pair| u64::from(pair[1])).sum::<u64>();
    if described != samples || !rest.is_empty() {
        let reason = format!("{} bytes of pairs describe {described} voxels, not {samples},", bytes.len() - data);
        return Err(VoxelError::AtByte { at: data, reason });
    }
    let mut values = pairs.iter().flat_map(|&[value, times]| std::iter::repeat_n(value, usize::from(times)));
    voxels(layout, &mut || Ok(Sample::Integer(values.next().unwrap_or(0).into())))
}

struct Header {
    counts: [u64; 3],
    /// Where the pairs begin.
    data: usize,
}

fn header(bytes: &[u8]) -> Result<Header, VoxelError> {
    let mut counts = None;
    let mut at = 0;
    for (number, line) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
        let bad = |reason: String| VoxelError::AtLine { line: number + 1, reason };
        // The lines are short; pairs that look like one line are not.
        let text = String::from_utf8_lossy(&line[..line.len().min(200)]);
        let mut words = text.split_whitespace();
        let word = words.next().unwrap_or_default();
        let numbers: Vec<&str> = words.collect();
        at += line.len();
        match (number, word) {
            (0, "#binvox") if numbers == ["1"] => {}
            (0, "#binvox") => return Err(bad(format!("version {:?} is not 1", numbers.join(" ")))),
            (0, _) => return Err(VoxelError::WrongMagic { format: "binvox volume", magic: "#binvox" }),
            (_, "dim") => counts = Some(dimensions(&numbers).ok_or_else(|| bad("dim is not three sizes".into()))?),
            (_, "translate") => check_finite(&numbers, 3).map_err(bad)?,
            (_, "scale") => check_finite(&numbers, 1).map_err(bad)?,
            (_, "data") => {
                let counts = counts.ok_or_else(|| bad("data before dim".into()))?;
                return Ok(Header { counts, data: at });
            }
            _ => return Err(bad(format!("{:?} is not known", word.chars().take(20).collect::<String>()))),
        }
    }
    if at == 0 {
        return Err(VoxelError::WrongMagic { format: "binvox volume", magic: "#binvox" });
    }
    Err(VoxelError::Whole("the header has no line \"data\"".into()))
}

fn dimensions(words: &[&str]) -> Option<[u64; 3]> {
    let numbers: Vec<u64> = words.iter().map(|word| word.parse().ok()).collect::<Option<_>>()?;
    numbers.try_into().ok()
}

fn check_finite(words: &[&str], count: usize) -> Result<(), String> {
    let finite = |word: &&&str| word.parse::<f64>().is_ok_and(f64::is_finite);
    if words.len() == count && words.iter().filter(finite).count() == count {
        return Ok(());
    }
    Err(format!("{:?} is not {count} finite numbers", words.join(" ")))
}
