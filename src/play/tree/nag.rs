//! The numbers that the standard has for signs of judgement.

/// The number of `$5`, `!?`, `+-` or `±`; none for a sign that has none, as `e.p.`
pub(super) fn nag(sign: &[u8]) -> Option<u8> {
    if let Some(digits) = sign.strip_prefix(b"$") {
        return std::str::from_utf8(digits).ok()?.parse().ok();
    }
    let number = match std::str::from_utf8(sign).ok()? {
        "!" => 1,
        "?" => 2,
        "!!" => 3,
        "??" => 4,
        "!?" => 5,
        "?!" => 6,
        "□" => 7,
        "=" => 10,
        "∞" | "~" => 13,
        "+=" | "+/=" | "⩲" => 14,
        "=+" | "=/+" | "⩱" => 15,
        "+/-" | "±" => 16,
        "-/+" | "∓" => 17,
        "+-" => 18,
        "-+" => 19,
        "⊙" => 22,
        "⟳" => 32,
        "→" => 36,
        "↑" => 40,
        "⇄" => 132,
        "N" => 146,
        _ => return None,
    };
    Some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_have_the_numbers_of_the_standard() {
        for (sign, number) in [
            ("!", Some(1)),
            ("?!", Some(6)),
            ("$1", Some(1)),
            ("$255", Some(255)),
            ("$256", None),
            ("$", None),
            ("!!!", None),
            ("±", Some(16)),
            ("e.p.", None),
        ] {
            assert_eq!(nag(sign.as_bytes()), number, "{sign}");
        }
    }
}
