//! The statistics as a page for the browser: the picture, and the table with all numbers.

use super::plot::{self, Heading};
use super::table::{part, percent};
use super::tally::{Class, ClassTally};
use crate::diagram::escaped;
use crate::gbr::Code;
use indicatif::HumanCount;

const STYLE: &str = include_str!("page.css");

/// One page that needs nothing from anywhere else.
pub fn html(tally: &ClassTally, ranking: &[(Code, Class)], heading: &Heading) -> String {
    let [won, lost] = if tally.merged { ["won", "lost"] } else { ["White wins", "Black wins"] };
    let names = ["code", "class", "games", "share", won, "draws", lost, "mean plies"];
    let heads: String = names.iter().map(|name| format!("<th scope=\"col\">{name}</th>")).collect();
    let rows: String = ranking.iter().map(|(code, class)| row(tally, *code, class)).collect();
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\">\n\
         <link rel=\"icon\" href=\"data:,\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n\
         {picture}<table>\n<caption>{title}: {about}</caption>\n<thead>\n<tr>{heads}</tr>\n</thead>\n\
         <tbody>\n{rows}</tbody>\n</table>\n</main>\n</body>\n</html>\n",
        title = escaped(&heading.title),
        about = escaped(&heading.about),
        picture = plot::svg(tally, ranking, heading),
    )
}

fn row(tally: &ClassTally, code: Code, class: &Class) -> String {
    let plies = class.mean_plies().map_or_else(|| "–".into(), |plies| format!("{plies:.1}"));
    let numbers = [
        HumanCount(class.games).to_string(),
        percent(tally.share(class), 2),
        part(class.white, class),
        part(class.draws, class),
        part(class.black, class),
        plies,
    ];
    let numbers: String = numbers.iter().map(|it| format!("<td>{}</td>", it.trim())).collect();
    format!("<tr><th scope=\"row\">{code}</th><td>{}</td>{numbers}</tr>\n", code.words())
}
