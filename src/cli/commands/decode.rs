//! `gbr-pgn decode`: GBR notation in any printed form in, FEN or a diagram out.

use std::process::ExitCode;

use shakmaty::{Board, File, Piece, Rank, Role, Square};

use crate::cli::one_by_one::{Complaint, answer_each};
use crate::fen;
use crate::gbr::{Indicator, Position};

#[derive(clap::Args, Debug)]
pub struct Args {
    /// positions in GBR notation, quoted or not; without any, lines are read from standard input
    #[arg(value_name = "GBR", allow_hyphen_values = true)]
    texts: Vec<String>,

    /// print a diagram instead of FEN
    #[arg(long)]
    board: bool,

    /// print a diagram with letters instead of figurines
    #[arg(long)]
    ascii: bool,

    /// accept only what `encode` prints
    #[arg(long, alias = "strict")]
    exact: bool,
}

/// Decodes every text; status 1 if there was a bad one.
pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    answer_each(&args.whole_texts(), |text, answer| {
        let position = read(text, args.exact)?;
        if args.board || args.ascii {
            answer.extend(diagram(position.board(), args.ascii).into_bytes());
            answer.extend(caption(position.indicator()).into_bytes());
        } else {
            fen::append(&position.to_setup(), answer);
            answer.push(b'\n');
        }
        Ok(())
    })
}

impl Args {
    /// The texts that the arguments are: single words in a row are those of one that was not quoted, unless
    /// they are positions by themselves.
    fn whole_texts(&self) -> Vec<String> {
        let is_text =
            |it: &str| it.contains([' ', '\t']) || read(it.as_bytes(), self.exact).is_ok();
        let runs = self.texts.chunk_by(|one, next| !is_text(one) && !is_text(next));
        runs.map(|words| words.join(" ")).collect()
    }
}

fn read(text: &[u8], exact: bool) -> Result<Position, Complaint> {
    let read = if exact { Position::from_ascii_strict } else { Position::from_ascii };
    Ok(read(text)?)
}

fn diagram(board: &Board, ascii: bool) -> String {
    let mut diagram = String::new();
    for rank in Rank::ALL.into_iter().rev() {
        diagram.push(rank.char());
        for file in File::ALL {
            diagram.push(' ');
            diagram.push(man(board.piece_at(Square::from_coords(file, rank)), ascii));
        }
        diagram.push('\n');
    }
    diagram + "  a b c d e f g h\n"
}

fn man(piece: Option<Piece>, ascii: bool) -> char {
    match piece {
        Some(piece) if ascii => piece.char(),
        Some(piece) => figurine(piece),
        None if ascii => '.',
        None => '·',
    }
}

fn figurine(piece: Piece) -> char {
    let (white, black) = match piece.role {
        Role::King => ('♔', '♚'),
        Role::Queen => ('♕', '♛'),
        Role::Rook => ('♖', '♜'),
        Role::Bishop => ('♗', '♝'),
        Role::Knight => ('♘', '♞'),
        Role::Pawn => ('♙', '♟'),
    };
    piece.color.fold_wb(white, black)
}

/// What the indicator says, in words, and a blank line.
fn caption(indicator: Indicator) -> String {
    let words = indicator.words();
    if words.is_empty() { "\n".into() } else { format!("{words}\n\n") }
}
