//! The statistics for programs: CSV and JSON lines.

use super::tally::{Class, ClassTally};
use crate::gbr::Code;
use serde_json::json;

const COLUMNS: [&str; 9] =
    ["code", "name", "class", "games", "share", "white", "draws", "black", "plies"];

/// A table with a heading.
pub fn csv(tally: &ClassTally, ranking: &[(Code, Class)]) -> anyhow::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(COLUMNS)?;
    for (code, class) in ranking {
        writer.write_record([
            code.to_string(),
            code.tablebase_name().unwrap_or_default(),
            code.words().to_string(),
            class.games.to_string(),
            format!("{:.6}", tally.share(class)),
            class.white.to_string(),
            class.draws.to_string(),
            class.black.to_string(),
            class.mean_plies().map(|plies| format!("{plies:.2}")).unwrap_or_default(),
        ])?;
    }
    Ok(writer.into_inner()?)
}

/// An object a line, with the columns of the table.
pub fn jsonl(tally: &ClassTally, ranking: &[(Code, Class)]) -> Vec<u8> {
    let line = |(code, class): &(Code, Class)| {
        let object = json!({
            "code": code.to_string(),
            "name": code.tablebase_name(),
            "class": code.words().to_string(),
            "games": class.games,
            "share": tally.share(class),
            "white": class.white,
            "draws": class.draws,
            "black": class.black,
            "plies": class.mean_plies(),
        });
        format!("{object}\n").into_bytes()
    };
    ranking.iter().flat_map(line).collect()
}
