//! What a digit 9 may stand for: in come the code and the men of each side,
//! out come the numbers of men that fit both.

use shakmaty::{ByColor, Color, Role};

use super::{
    Code, Material,
    code::{MANY, PIECES},
};

/// How many of the readings an error lists.
const LISTED: usize = 8;

/// More men than this do not find room on a board.
pub(super) const MOST_MEN: u8 = 64;

/// All that a code with a given count of men may mean.
#[derive(Debug)]
pub(super) struct Readings {
    /// How many there are.
    pub count: i64,
    /// The first of them.
    pub first: Vec<Material>,
}

/// Finds the readings; none where the numbers do not fit.
pub(super) fn readings(code: Code, men: ByColor<u8>) -> Readings {
    let known = code.least_counts();
    let left = (
        men.white.checked_sub(known.men(Color::White)),
        men.black.checked_sub(known.men(Color::Black)),
    );
    let (Some(white), Some(black)) = left else {
        return Readings { count: 0, first: Vec::new() };
    };
    if men.white > MOST_MEN || men.black > MOST_MEN {
        return Readings { count: 0, first: Vec::new() };
    }
    let roles: Vec<Role> = nines(code).collect();
    let mut first = Vec::new();
    list(&roles, white, black, known, &mut first);
    Readings { count: count(roles.len(), white, black), first }
}

fn nines(code: Code) -> impl Iterator<Item = Role> {
    PIECES.into_iter().zip(code.digits()).filter(|(_, digit)| *digit == MANY).map(|(role, _)| role)
}

/// Shares out the men among the roles, and keeps the first few ways.
fn list(roles: &[Role], white: u8, black: u8, so_far: Material, found: &mut Vec<Material>) {
    if found.len() == LISTED || !is_possible(roles.len(), white, black) {
        return;
    }
    let Some((&role, others)) = roles.split_first() else {
        found.push(so_far);
        return;
    };
    for w in (0..=white).rev() {
        for b in (0..=black).rev().filter(|&b| w > 2 || b > 2) {
            let mut material = so_far;
            material.add(Color::White, role, w);
            material.add(Color::Black, role, b);
            list(others, white - w, black - b, material, found);
        }
    }
}

/// Every role needs three men of one side; whatever is left over goes anywhere.
/// So the search never runs into a dead end, whatever a text claims.
fn is_possible(roles: usize, white: u8, black: u8) -> bool {
    match roles {
        0 => white == 0 && black == 0,
        _ => usize::from(white / 3 + black / 3) >= roles,
    }
}

/// The number of ways to share out the men so that no role has fewer than
/// three on both sides: all ways, less those where at least one role has.
/// White's and Black's men are shared out independently of each other.
fn count(roles: usize, white: u8, black: u8) -> i64 {
    let mut sum = 0;
    let mut choices = 1;
    for few in 0..=roles {
        let ways = ways(few, roles - few, white) * ways(few, roles - few, black);
        sum += if few % 2 == 0 { choices * ways } else { -choices * ways };
        choices = choices * (roles - few) as i64 / (few + 1) as i64;
    }
    sum
}

/// In how many ways men are shared out among some roles with two at most and
/// some with any number: a coefficient of (1 + x + x²)^few / (1 - x)^free.
fn ways(few: usize, free: usize, men: u8) -> i64 {
    let mut ways = [0; MOST_MEN as usize + 1];
    ways[0] = 1;
    for _ in 0..few {
        for i in (1..ways.len()).rev() {
            ways[i] += ways[i - 1] + if i > 1 { ways[i - 2] } else { 0 };
        }
    }
    for _ in 0..free {
        for i in 1..ways.len() {
            ways[i] += ways[i - 1];
        }
    }
    ways[usize::from(men)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(code: &str, white: u8, black: u8) -> (i64, Vec<String>) {
        let readings = readings(code.parse().unwrap(), ByColor { black, white });
        (readings.count, readings.first.iter().map(Material::to_string).collect())
    }

    #[test]
    fn one_nine_has_one_reading() {
        assert_eq!(names("0090.01", 6, 2), (1, vec!["KBBBBBvKP".into()]));
        assert_eq!(names("0090.01", 3, 5), (1, vec!["KBBvKBBBP".into()]));
    }

    #[test]
    fn a_nine_needs_three_of_a_kind() {
        assert_eq!(names("0090.01", 3, 2), (0, vec![]));
        assert_eq!(names("0090.01", 0, 9), (0, vec![]));
    }

    #[test]
    fn two_nines_may_have_several_readings() {
        assert_eq!(names("9900.00", 4, 4).0, 2);
        assert_eq!(names("9900.00", 7, 1), (1, vec!["KQQQRRRvK".into()]));
        assert_eq!(names("9900.00", 8, 1).1, ["KQQQQRRRvK", "KQQQRRRRvK"]);
    }

    #[test]
    fn counting_agrees_with_listing() {
        for code in ["0000.00", "0100.00", "9000.00", "9090.00", "9190.00", "9990.00", "9999.00"] {
            for (white, black) in (1..12).flat_map(|w| (1..12).map(move |b| (w, b))) {
                let (count, listed) = names(code, white, black);
                assert_eq!(count.min(LISTED as i64), listed.len() as i64, "{code} {white}/{black}");
            }
        }
    }

    #[test]
    fn the_worst_case_is_counted_at_once() {
        assert!(names("9999.00", 32, 32).0 > 10_000_000);
    }
}
