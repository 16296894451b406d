//! Numbers as a person reads them.

/// A number and its noun, with thousands separated.
pub fn count(n: u64, noun: &str) -> String {
    format!("{} {noun}{}", thousands(n), if n == 1 { "" } else { "s" })
}

/// A number with its thousands separated by commas.
pub fn thousands(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A signed number with its thousands separated; a true minus sign, and a plus for what is above 0.
pub fn signed(n: i64) -> String {
    let sign = match n.signum() {
        1 => "+",
        -1 => "\u{2212}",
        _ => "",
    };
    format!("{sign}{}", thousands(n.unsigned_abs()))
}

/// A length or place in world units, with two decimals and a true minus sign.
pub fn units(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = if text == "-0.00" { "0.00" } else { &text };
    format!("{} units", minus(text))
}

/// An area, its thousands separated; a world unit is a metre.
pub fn square_metres(area: f64) -> String {
    let text = format!("{:.1}", area.abs());
    let (whole, part) = text.split_once('.').unwrap_or((&text, "0"));
    let sign = if area < 0.0 && text != "0.0" { "\u{2212}" } else { "" };
    format!("{sign}{}.{part} m²", thousands(whole.parse().unwrap_or(u64::MAX)))
}

/// A number's text with a true minus sign.
pub fn minus(text: &str) -> String {
    text.replace('-', "\u{2212}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_separated_from_the_right() {
        assert_eq!(thousands(0), "0");
        assert_eq!(thousands(999), "999");
        assert_eq!(thousands(1_000), "1,000");
        assert_eq!(thousands(1_249_221), "1,249,221");
    }

    #[test]
    fn signs_and_plurals_are_written_out() {
        assert_eq!(signed(-1312), "\u{2212}1,312");
        assert_eq!(signed(7), "+7");
        assert_eq!(signed(0), "0");
        assert_eq!(count(1, "piece"), "1 piece");
        assert_eq!(count(0, "piece"), "0 pieces");
        assert_eq!(units(-3.466), "\u{2212}3.47 units");
        assert_eq!(units(-0.001), "0.00 units");
        assert_eq!([4062.84, 0.04, -1234.56].map(square_metres), ["4,062.8 m²", "0.0 m²", "\u{2212}1,234.6 m²"]);
    }
}
