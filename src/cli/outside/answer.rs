//! What a plugin answers: one line of JSON for each game.
//!
//! In: the line. Out: cells by column, or what the plugin says is wrong with the game. Anything else ends the run.

use super::process::quoted;
use super::trouble::Trouble;
use crate::row::Column;
use serde_json::{Value, from_slice};

/// The member that holds no cell.
pub const FAULT: &str = "fault";

/// What it says about a game.
#[derive(Debug, PartialEq, Eq)]
pub enum PluginAnswer {
    /// Columns, by their place among those of the plugin, and what belongs there.
    Cells(Vec<(usize, String)>),
    /// What is wrong with the game.
    Fault(String),
}

/// Reads an answer.
pub fn read(line: &[u8], columns: &[Column]) -> Result<PluginAnswer, Trouble> {
    if line.trim_ascii() == b"{}" {
        return Ok(PluginAnswer::Cells(Vec::new()));
    }
    let wrong = |why: String| Trouble::Answer(quoted(line), why);
    let value: Value =
        from_slice(line).map_err(|error| wrong(format!("expected JSON ({error})")))?;
    let Value::Object(members) = value else {
        return Err(wrong("expected a JSON object".to_owned()));
    };
    if let Some(fault) = members.get(FAULT) {
        return match fault {
            Value::String(text) if members.len() == 1 => Ok(PluginAnswer::Fault(text.clone())),
            _ => Err(wrong("expected a text as the fault, and nothing besides".to_owned())),
        };
    }
    let cells = members.into_iter().filter(|(_, value)| !value.is_null());
    let cells = cells.map(|(tag, value)| {
        let column = columns.iter().position(|column| column.tag == tag);
        match (column, value) {
            (Some(column), Value::String(text)) => Ok((column, text)),
            (Some(_), _) => Err(wrong(format!("expected a text for {tag}"))),
            (None, _) => Err(wrong(format!("{tag} is not one of its columns"))),
        }
    });
    Ok(PluginAnswer::Cells(cells.collect::<Result<_, _>>()?))
}
