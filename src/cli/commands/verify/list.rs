//! What was found, for people: a line for each study or game, and one for each of its moves that says something.

use crate::cli::console::escape::Escaped;
use crate::gbr::Claim;
use crate::tables::{Matter, Open, Standing, Value};
use crate::verify::{Balance, Opinion, Statement};
use indicatif::HumanCount;
use shakmaty::{Color, KnownOutcome};

/// The lines about a record; none where there is nothing to tell.
pub fn entry(file: &str, opinion: &Opinion, is_verbose: bool) -> String {
    let is_told =
        |it: &&Statement| is_verbose || !matches!(it.matter, Matter::Open(Open::Men { .. }));
    let statements: Vec<&Statement> = opinion.statements.iter().filter(is_told).collect();
    let is_open = matches!(opinion.standing, Standing::Open(_));
    let is_judged = opinion.claim.is_some() && !is_open;
    if statements.is_empty() && !is_judged && !is_verbose {
        return String::new();
    }
    let mut text = heading(file, opinion);
    for lines in statements.chunk_by(|one, other| are_alternatives(one, other)) {
        text += &format!("  {}\n", Escaped(&line(opinion, lines)));
    }
    text
}

/// `studies.pgn:16: game 2 (Barbier & Saavedra 1895): win claimed: proved`
fn heading(file: &str, opinion: &Opinion) -> String {
    let Opinion { line, game, .. } = opinion;
    let names = match opinion.names.as_str() {
        "" => String::new(),
        names => format!(" ({})", Escaped(names)),
    };
    let matter = match (opinion.claim, opinion.result) {
        (Some(Claim::Win), _) => "win claimed",
        (Some(Claim::Draw), _) => "draw claimed",
        (None, Some(result)) => score(result),
        (None, None) => "no result",
    };
    let standing = match opinion.standing {
        Standing::Open(_) => ": open",
        _ if opinion.is_empty() => "",
        Standing::Proved => ": proved",
        Standing::Failing if opinion.claim.is_none() => ": differs",
        Standing::Failing => ": fails",
    };
    format!("{}:{line}: game {game}{names}: {matter}{standing}\n", Escaped(file))
}

fn score(result: KnownOutcome) -> &'static str {
    match result {
        KnownOutcome::Draw => "1/2-1/2",
        KnownOutcome::Decisive { winner } => winner.fold_wb("1-0", "0-1"),
    }
}

/// Whether both are about other moves than the same one.
fn are_alternatives(one: &Statement, other: &Statement) -> bool {
    let is_alternative = |it: &Statement| matches!(it.matter, Matter::Alternative { .. });
    is_alternative(one) && is_alternative(other) && one.ply == other.ply
}

/// `ply 13 (7. Kc2): the win is gone: drawn`
fn line(opinion: &Opinion, statements: &[&Statement]) -> String {
    let statement = statements[0];
    let place = match statement.played() {
        Some(played) => format!("ply {} ({played})", statement.ply),
        None => "start".to_owned(),
    };
    match &statement.matter {
        Matter::Claim { is, .. } => format!("{place}: {}", gone(opinion, statement, *is)),
        Matter::Sideline { is, .. } => {
            format!("sideline, {place}: {}", gone(opinion, statement, *is))
        }
        Matter::Alternative { first, .. } => {
            let first = if *first { ", move one" } else { "" };
            format!("{place}{first}: {}", also(opinion, statements))
        }
        Matter::Verdict { was, is } => format!("{place}: {}", changed(statement, *was, *is)),
        Matter::Result { told, is } => {
            let termination = opinion.termination.as_deref();
            let termination = termination.map(|it| format!(" ({it})")).unwrap_or_default();
            format!("{place}: the result is {}{termination}; with best play: {is}", score(*told))
        }
        Matter::Open(reason) => format!("{place}: open: {reason}"),
    }
}

/// A claim that does not hold.
fn gone(opinion: &Opinion, statement: &Statement, is: Value) -> String {
    let claimed = match opinion.claim {
        Some(Claim::Draw) => "draw",
        _ => "win",
    };
    match statement.last {
        None => format!("a {claimed} is claimed, but with best play: {is}"),
        Some(_) => format!("the {claimed} is gone: {is}"),
    }
}

/// `also wins: 7. Kb5, 7. Kd5 (given as <or>), 7. Ke2 (returns)`
fn also(opinion: &Opinion, statements: &[&Statement]) -> String {
    let ply = statements[0].ply;
    let is_gone = |it: &Statement| it.ply == ply && matches!(it.matter, Matter::Claim { .. });
    let does = match (opinion.claim, opinion.statements.iter().any(is_gone)) {
        (Some(Claim::Draw), false) => "also draws",
        (Some(Claim::Draw), true) => "would draw",
        (_, false) => "also wins",
        (_, true) => "would win",
    };
    let moves: Vec<String> = statements.iter().filter_map(|it| other(it, opinion.claim)).collect();
    format!("{does}: {}", moves.join(", "))
}

fn other(statement: &Statement, claim: Option<Claim>) -> Option<String> {
    let Matter::Alternative { given, returns, is, .. } = &statement.matter else { return None };
    let wins = claim == Some(Claim::Draw) && *is == Value::Win;
    let words = [
        wins.then(|| "even wins".to_owned()),
        given.as_ref().map(|given| format!("given as {given}")),
        returns.then(|| "returns".to_owned()),
    ];
    let words: Vec<String> = words.into_iter().flatten().collect();
    let words = if words.is_empty() { String::new() } else { format!(" ({})", words.join("; ")) };
    Some(statement.also()? + &words)
}

/// What a move of a game gives away.
fn changed(statement: &Statement, was: Value, is: Value) -> String {
    let mover = statement.last.as_ref().map_or(Color::White, |last| last.mover);
    let name = mover.fold_wb("White", "Black");
    let what = match was.outcome() {
        before if before == is.outcome() => {
            return format!("{name} changes what the fifty-move rule decides: {was}; now {is}");
        }
        KnownOutcome::Draw => "draw",
        KnownOutcome::Decisive { .. } => "win",
    };
    format!("{name} gives the {what} away: {is}")
}

/// `26 proved, 1 failing, 3 open (missing table 1, too many men 2), 4 alternatives`
pub fn summary(balance: &Balance) -> String {
    let mut text = format!(
        "{} proved, {} failing, {} open",
        HumanCount(balance.proved),
        HumanCount(balance.failing),
        HumanCount(balance.all_open())
    );
    if !balance.open.is_empty() {
        text += &format!(" ({})", reasons(balance));
    }
    for (number, one, many) in [
        (balance.without_result, "game without a result", "games without a result"),
        (balance.sidelines, "sideline", "sidelines"),
        (balance.alternatives, "alternative", "alternatives"),
        (balance.changes, "change of verdict", "changes of verdict"),
    ] {
        if number > 0 {
            let noun = if number == 1 { one } else { many };
            text += &format!(", {} {noun}", HumanCount(number));
        }
    }
    text
}

/// `missing table 1, too many men 2`
fn reasons(balance: &Balance) -> String {
    let reason = |(why, number): (&&str, &u64)| format!("{why} {}", HumanCount(*number));
    balance.open.iter().map(reason).collect::<Vec<_>>().join(", ")
}
