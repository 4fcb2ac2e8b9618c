//! Faults and notes as an index keeps them: an array of JSON for each record that has any.

use crate::fault::{Fault, FaultKind, Place};
use crate::index::{IndexError, IndexResult};
use serde_json::{Value, json};

/// What is said about one record.
pub fn write(faults: &[Fault]) -> Vec<u8> {
    let all: Vec<Value> = faults.iter().map(value).collect();
    Value::Array(all).to_string().into_bytes()
}

fn value(fault: &Fault) -> Value {
    let Place { line, offset, game, players } = &fault.place;
    json!([fault.kind.name(), line, offset, game, players, fault.message])
}

/// Reads what was written.
pub fn read(text: &[u8]) -> IndexResult<Vec<Fault>> {
    let all: Vec<Value> = serde_json::from_slice(text).map_err(|_| WRONG)?;
    all.iter().map(|value| fault(value).ok_or(WRONG)).collect()
}

const WRONG: IndexError = IndexError::Damaged("a remark that nobody made");

fn fault(value: &Value) -> Option<Fault> {
    let [kind, line, offset, game, players, message] = &value.as_array()?[..] else { return None };
    let kind = FaultKind::ALL.iter().find(|known| Some(known.name()) == kind.as_str())?;
    let place = Place {
        line: line.as_u64()?,
        offset: offset.as_u64()?,
        game: if game.is_null() { None } else { Some(game.as_u64()?) },
        players: if players.is_null() { None } else { Some(players.as_str()?.to_owned()) },
    };
    // What could not be played is told by its message; nobody who asks an index wants it as data.
    Some(Fault { kind: *kind, place, message: message.as_str()?.to_owned(), unplayed: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_go_both_ways() {
        let place = Place { line: 3, offset: 1 << 40, game: None, players: None };
        let one = Fault {
            kind: FaultKind::NotAGame,
            place,
            message: "text \"\u{e4}\"\n".into(),
            unplayed: None,
        };
        let players = Some("Réti - \0".to_owned());
        let place = Place { line: 3, offset: 70, game: Some(u64::MAX), players };
        let other =
            Fault { kind: FaultKind::IllegalMove, place, message: String::new(), unplayed: None };
        let both = [one, other];
        assert_eq!(read(&write(&both)), Ok(both.to_vec()));
        for wrong in ["", "[[]]", "{}", "[[\"no-kind\",1,1,null,null,\"\"]]", "[[1,2,3,4,5,6]]"] {
            assert_eq!(read(wrong.as_bytes()), Err(WRONG), "{wrong}");
        }
    }
}
