//! Records that run into each other where they are written: told in their place among all else that is wrong with an
//! input, so that nobody can tell by the order how it was read.

use crate::fault::Fault;
use std::collections::VecDeque;
use std::iter;

/// What is wrong with how the records of an input follow each other in the output.
#[derive(Default)]
pub struct JointFaults {
    /// Where the records begin that run into the one before them.
    places: VecDeque<u64>,
    /// What is said of the first of them, which may follow another input.
    first: Option<Fault>,
    /// What is said of each of the others: there may be as many as games.
    others: Option<Fault>,
}

impl JointFaults {
    /// Notes what is wrong with the record that begins at a place, after all others that are noted.
    pub fn add(&mut self, place: u64, fault: Fault) {
        let said = if self.first.is_none() { &mut self.first } else { &mut self.others };
        said.get_or_insert(fault);
        self.places.push_back(place);
    }

    /// Takes off those that are told before a fault at this place.
    pub fn before(&mut self, place: u64) -> impl Iterator<Item = Fault> + '_ {
        iter::from_fn(move || {
            self.places.pop_front_if(|begin| *begin <= place)?;
            self.first.take().or_else(|| self.others.clone())
        })
    }

    /// All faults in their order, with those that were found when the records were read.
    pub fn among(mut self, read: Vec<Fault>) -> Vec<Fault> {
        let mut all = Vec::with_capacity(read.len() + self.places.len());
        for fault in read {
            all.extend(self.before(fault.place.offset));
            all.push(fault);
        }
        all.extend(self.before(u64::MAX));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fault::{FaultKind, Place};

    #[test]
    fn joints_are_told_where_their_records_are() {
        let joint = |text: &str| Fault::of_input(FaultKind::RunsOn, text);
        let read = |offset| {
            let place = Place { offset, ..Place::default() };
            Fault::new(FaultKind::IllegalMove, place, offset.to_string())
        };
        let mut joints = JointFaults::default();
        for place in [0, 100, 150, 400] {
            joints.add(place, joint(if place == 0 { "first" } else { "other" }));
        }
        // The faults of a record are not in the order of their places, but after its beginning.
        let all = joints.among([20, 160, 155, 390].map(read).to_vec());
        let told: Vec<_> = all.iter().map(|fault| &fault.message[..]).collect();
        assert_eq!(told, ["first", "20", "other", "other", "160", "155", "390", "other"]);
    }
}
