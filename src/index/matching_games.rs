//! The games of a segment that a question wants: how many, or which.

use std::io::{Read, Seek};

use super::IndexResult;
use super::dictionary::ForceEntry;
use super::game_column::Facet;
use super::open_segment::Opened;
use super::query::{Match, Moment, Query};
use super::segment_answer;
use crate::gbr::Material;

/// How many games of a segment are wanted; none where some of them are not certain.
pub(super) fn count<R: Read + Seek>(
    opened: &mut Opened<'_, R>,
    query: &Query,
) -> IndexResult<Option<u64>> {
    if query.is_of_force() {
        let found = count_of_force(opened, query)?;
        let all = u64::from(opened.segment.games);
        return Ok(Some(if query.invert { all.saturating_sub(found) } else { found }));
    }
    let forces = opened.forces_of(query)?;
    let found = segment_answer::ask(opened, &forces, query)?;
    if !found.iter().all(|found| found.is_certain()) {
        return Ok(None);
    }
    Ok(Some(found.iter().filter(|found| found.is_wanted(query)).count() as u64))
}

/// The same for questions that only the force decides.
fn count_of_force<R: Read + Seek>(opened: &mut Opened<'_, R>, query: &Query) -> IndexResult<u64> {
    if query.at == Moment::Any && opened.all_have(query)? {
        return Ok(opened.segment.games.into());
    }
    let forces = opened.forces_of(query)?;
    let facet = match (query.at, &forces[..]) {
        (_, []) => return Ok(0),
        (Moment::Any, [only]) => return Ok(only.games.into()),
        (Moment::Any, _) => return count_union(opened, &forces),
        (Moment::Start, _) => Facet::Starts,
        (Moment::Final, _) => Facet::Ends,
    };
    let is_wanted = segment_answer::ends_in(opened, &forces);
    let ends = opened.ends(facet)?;
    Ok(ends.iter().filter(|&&number| is_wanted[number as usize]).count() as u64)
}

/// How many games have one of several forces.
fn count_union<R: Read + Seek>(
    opened: &mut Opened<'_, R>,
    forces: &[ForceEntry],
) -> IndexResult<u64> {
    // A byte for each: a bit would have to be read before it can be written.
    let mut has_one = vec![0u8; opened.segment.games as usize];
    opened.each_game(forces, |_, game| has_one[game as usize] = 1)?;
    Ok(has_one.iter().map(|&one| u64::from(one)).sum())
}

/// The games of a segment that are wanted; `before` come before it.
pub(super) fn list<R: Read + Seek>(
    opened: &mut Opened<'_, R>,
    before: u64,
    query: &Query,
) -> IndexResult<Vec<Match>> {
    let forces = opened.forces_of(query)?;
    let found = segment_answer::ask(opened, &forces, query)?;
    if !found.iter().any(|found| found.is_wanted(query)) {
        return Ok(Vec::new());
    }
    let games = found.into_iter().zip(opened.locations()?).zip(before + 1..);
    let wanted = games.filter(|((found, _), _)| found.is_wanted(query));
    let matches = wanted.map(|((found, location), number)| Match {
        number,
        location,
        found: found.found().map(|(ply, force)| (ply, material(&forces, force))),
        is_certain: found.is_certain(),
    });
    Ok(matches.collect())
}

/// The men of a force that was found.
fn material(forces: &[ForceEntry], id: u32) -> Material {
    let at = forces.partition_point(|force| force.id < id);
    forces[at].material()
}
