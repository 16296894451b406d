//! The types of samples in NRRD and raw volumes.

use super::dense::Sample;

/// The order of a sample's bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Endian {
    Little,
    Big,
}

impl Endian {
    /// The order with this name in a header.
    pub fn from_name(name: &str) -> Option<Self> {
        match name.to_ascii_lowercase().as_str() {
            "little" => Some(Self::Little),
            "big" => Some(Self::Big),
            _ => None,
        }
    }
}

/// A type of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SampleType {
    /// Of this many bytes.
    Signed(usize),
    /// Of this many bytes.
    Unsigned(usize),
    Float,
    Double,
}

impl SampleType {
    /// The type with this name in a header.
    pub fn from_name(name: &str) -> Option<Self> {
        match name.to_ascii_lowercase().as_str() {
            "signed char" | "int8" | "int8_t" => Some(Self::Signed(1)),
            "uchar" | "unsigned char" | "uint8" | "uint8_t" => Some(Self::Unsigned(1)),
            "short" | "short int" | "signed short" | "signed short int" | "int16" | "int16_t" => Some(Self::Signed(2)),
            "ushort" | "unsigned short" | "unsigned short int" | "uint16" | "uint16_t" => Some(Self::Unsigned(2)),
            "int" | "signed int" | "int32" | "int32_t" => Some(Self::Signed(4)),
            "uint" | "unsigned int" | "uint32" | "uint32_t" => Some(Self::Unsigned(4)),
            "longlong"
            | "long long"
            | "long long int"
            | "signed long long"
            | "signed long long int"
            | "int64"
            | "int64_t" => Some(Self::Signed(8)),
            "ulonglong" | "unsigned long long" | "unsigned long long int" | "uint64" | "uint64_t" => {
                Some(Self::Unsigned(8))
            }
            "float" => Some(Self::Float),
            "double" => Some(Self::Double),
            _ => None,
        }
    }

    /// The size of a sample.
    pub fn bytes(self) -> usize {
        match self {
            Self::Signed(bytes) | Self::Unsigned(bytes) => bytes,
            Self::Float => 4,
            Self::Double => 8,
        }
    }

    /// A sample from its bytes, of which there are [`SampleType::bytes`].
    pub fn read(self, bytes: &[u8], endian: Endian) -> Sample {
        let mut bits = bytes.iter().enumerate().fold(0_u64, |bits, (place, &byte)| match endian {
            Endian::Little => bits | u64::from(byte) << (8 * place),
            Endian::Big => bits << 8 | u64::from(byte),
        });
        match self {
            Self::Signed(bytes) => {
                let unused = 64 - 8 * bytes as u32;
                bits <<= unused; // Back with the sign's bit in all of them.
                Sample::Integer((bits.cast_signed() >> unused).into())
            }
            Self::Unsigned(_) => Sample::Integer(bits.into()),
            Self::Float => Sample::Real(f32::from_bits(bits as u32).into()),
            Self::Double => Sample::Real(f64::from_bits(bits)),
        }
    }
}
