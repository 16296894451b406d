//! The smallest scene that shows each rule of the specification, and the exact lines it gives.
