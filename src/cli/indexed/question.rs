//! A search as a question to an index.

use crate::index::{Moment, Query, Term};
use crate::search::{Search, Span, Want};

/// The same as a search asks; none where an index does not know what it asks for.
pub fn question(search: &Search, invert: bool) -> Option<Query> {
    let terms = search.wants.iter().map(term).collect::<Option<Vec<Term>>>()?;
    Some(Query { terms, at: moment(search.span), lasts: search.lasts, claim: search.claim, invert })
}

pub fn moment(span: Span) -> Moment {
    match span {
        Span::Start => Moment::Start,
        Span::Final => Moment::Final,
        Span::Any => Moment::Any,
    }
}

fn term(want: &Want) -> Option<Term> {
    let Want { pattern, men, kings, turn, .. } = want.clone();
    let known = Want { men: men.clone(), kings, turn, ..Want::force(pattern) };
    (known == *want).then(|| Term {
        pattern,
        men: Some(men).filter(|men| *men != Want::force(pattern).men),
        kings,
        turn,
    })
}
