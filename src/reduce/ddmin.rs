//! Delta debugging over a list: the smallest part that can be found without which nothing can be left out.

/// Finds a small part of `0..count` of which `holds` is true, where it is true of all of them. First halves are left out,
/// then quarters and so on, until no single one can be; that is a minimum in the sense that nothing else can be left out alone.
/// `holds` ends the search by an error; what it accepted last is then its caller's to know.
///
/// # Errors
/// Those of `holds`.
pub fn ddmin<E>(count: usize, mut holds: impl FnMut(&[usize]) -> Result<bool, E>) -> Result<Vec<usize>, E> {
    let mut kept: Vec<usize> = (0..count).collect();
    let mut parts = 2;
    while !kept.is_empty() {
        let size = kept.len().div_ceil(parts).max(1);
        let (mut start, mut left_out) = (0, false);
        while start < kept.len() {
            let end = (start + size).min(kept.len());
            let rest: Vec<usize> = kept[..start].iter().chain(&kept[end..]).copied().collect();
            if holds(&rest)? {
                kept = rest;
                left_out = true;
            } else {
                start = end;
            }
        }
        if size == 1 && !left_out {
            break;
        }
        parts = if size == 1 { kept.len().max(1) } else { (parts * 2).min(kept.len().max(2)) };
    }
    Ok(kept)
}

#[cfg(test)]
mod tests {
    use super::ddmin;
    use std::convert::Infallible;

    /// The kept part and how often was asked, when exactly these are needed.
    fn found(count: usize, needed: &[usize]) -> (Vec<usize>, usize) {
        let mut asked = 0;
        let kept = ddmin(count, |part: &[usize]| {
            asked += 1;
            Ok::<_, Infallible>(needed.iter().all(|number| part.contains(number)))
        });
        (kept.unwrap_or_default(), asked)
    }

    #[test]
    fn exactly_what_is_needed_stays() {
        for needed in [vec![], vec![0], vec![99], vec![7, 50, 93], (0..100).collect()] {
            assert_eq!(found(100, &needed).0, needed);
        }
        assert_eq!(found(0, &[]).0, [] as [usize; 0]);
        assert_eq!(found(1, &[0]).0, [0]);
    }

    #[test]
    fn few_of_many_are_found_in_few_tries() {
        let (kept, asked) = found(10_000, &[17, 4_711, 9_999]);
        assert_eq!(kept, [17, 4_711, 9_999]);
        assert!(asked < 300, "{asked}");
    }

    #[test]
    fn the_search_ends_with_its_error() {
        let mut left = 3;
        let result = ddmin(100, |part: &[usize]| {
            left -= 1;
            if left == 0 { Err("no time") } else { Ok(part.contains(&0)) }
        });
        assert_eq!(result, Err("no time"));
    }
}
