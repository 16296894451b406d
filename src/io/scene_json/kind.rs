//! Whose JSON a file is: scenes and glTF both begin with a brace.

use serde::Deserialize;
use serde::de::IgnoredAny;

/// Whose JSON an object is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObjectKind {
    Scene,
    /// glTF.
    Asset,
}

/// Whose JSON this is, by its fields; `None` when that cannot be told, or this is no whole object.
pub fn kind_of_object(bytes: &[u8]) -> Option<ObjectKind> {
    #[derive(Deserialize)]
    struct Fields {
        asset: Option<IgnoredAny>,
        inputs: Option<IgnoredAny>,
        spanscope: Option<IgnoredAny>,
    }
    if !is_object(bytes) {
        return None;
    }
    match serde_json::from_slice(without_mark(bytes)).ok()? {
        Fields { inputs: None, spanscope: None, asset } => asset.map(|_| ObjectKind::Asset),
        _ => Some(ObjectKind::Scene),
    }
}

/// Whether the first character, after white space and a byte order mark, begins a JSON object.
pub fn is_object(bytes: &[u8]) -> bool {
    without_mark(bytes).trim_ascii_start().first() == Some(&b'{')
}

/// The text without the byte order mark that Windows programs write.
pub fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}
