//! `gbr-pgn encode`: FEN in, GBR notation out.

use std::{
    io::{self, Write},
    process::ExitCode,
};

use crate::fen;
use crate::gbr::{Claim, Code, Form, Indicator, Position};
use shakmaty::Setup;

use crate::cli::choice::{CLAIMS, Choice, one_of};
use crate::cli::one_by_one::{Complaint, answer_each};
use crate::cli::program;

#[derive(clap::Args, Debug)]
pub struct Args {
    /// positions as FEN, quoted or not; without any, lines are read from standard input
    #[arg(value_name = "FEN", allow_hyphen_values = true)]
    fens: Vec<String>,

    /// print the code only
    #[arg(long, conflicts_with_all = ["form", "claim"])]
    code: bool,

    /// printed form
    #[arg(long, value_parser = one_of(FORMS), default_value = "page")]
    form: Form,

    /// what White is said to achieve; a FEN does not say it
    #[arg(long, value_parser = one_of(CLAIMS))]
    claim: Option<Claim>,
}

const FORMS: &[Choice<Form>] = &[
    ("page", Form::Page, "a7d3 0116.00 b2b3c6d6 3/3+. as the notation is defined"),
    ("database", Form::Database, "(+0116.00a7d3)"),
    ("probleemblad", Form::Probleemblad, "(+0116.00a7d3b2b3c6d6)"),
    ("eg", Form::EgText, "a7d3 0116.00 b2b3c6d6 3/3 Win:"),
];

/// Encodes every FEN; status 1 if there was a bad one.
pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    let (mut lossy, mut unusual) = (0, 0);
    let status = answer_each(&whole_fens(&args.fens), |text, answer| {
        let fen::ReadFen { setup, oddity, .. } = fen::read(text)?;
        if args.code {
            code(&setup)?.append_ascii_to(answer);
        } else {
            answer.extend(position(&setup, &args)?.to_form(args.form).into_bytes());
            lossy += u64::from(fen::says_more_than_gbr(&setup));
        }
        answer.push(b'\n');
        unusual += u64::from(oddity.is_some());
        Ok(())
    })?;
    say(unusual, "in an unusual spelling of FEN");
    say(
        lossy,
        "with castling rights, en passant square or clocks, which the notation does not keep",
    );
    Ok(status)
}

/// The FENs that the arguments are, with the fields of one that was not quoted put together: each
/// begins with its placement, and a word after it is a field of it; so are several that make it a FEN.
fn whole_fens(arguments: &[String]) -> Vec<String> {
    let mut fens: Vec<String> = Vec::new();
    for argument in arguments.iter().map(|it| it.trim()).filter(|it| !it.is_empty()) {
        match fens.last_mut().filter(|fen| goes_on(fen, argument)) {
            Some(fen) => *fen = format!("{fen} {argument}"),
            None => fens.push(argument.to_owned()),
        }
    }
    fens
}

fn goes_on(fen: &str, argument: &str) -> bool {
    let joined = || format!("{fen} {argument}");
    let is_field = !argument.contains(['/', ' ', '\t']) || fen::read(joined().as_bytes()).is_ok();
    fen.contains('/') && is_field
}

fn code(setup: &Setup) -> Result<Code, Complaint> {
    Code::from_setup(setup).map_err(|error| Complaint { message: error.to_string(), byte: 0 })
}

fn position(setup: &Setup, args: &Args) -> Result<Position, Complaint> {
    let claim = args.claim;
    let indicator = Indicator { claim, turn: Some(setup.turn) };
    Position::new(setup.board.clone(), indicator)
        .map_err(|error| Complaint { message: error.to_string(), byte: 0 })
}

/// Says once, with a number, what happened to any number of positions.
fn say(number: u64, what: &str) {
    let positions = if number == 1 { "position" } else { "positions" };
    if number > 0 {
        let _ = writeln!(io::stderr(), "{}: {number} {positions} {what}", program::name());
    }
}
