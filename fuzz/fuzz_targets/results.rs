#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| spanscope_fuzz::try_bytes("results", bytes));
