//! Which columns there are in the rows, and what fills them.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use gbr_pgn::column::{self, FULL, ROWS, STAGES, STUDY, Tagged};
use gbr_pgn::{Column, Stage};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// One column: the name of the file is not known to the library before it is read.
#[derive(Clone, Copy)]
pub enum Chosen {
    File,
    Of(&'static dyn Stage),
    Tag(Tagged),
}

/// The columns of rows, in their order; a name stands for one of them.
#[derive(Clone)]
pub struct Selection(Vec<Chosen>);

impl Selection {
    /// Those of convert --to parquet, or some of them by name, and tags that are added.
    pub fn of_games(names: Option<&[String]>, study: bool, add: &[String]) -> PyResult<Selection> {
        let known = |study: &'static [&'static dyn Stage]| {
            let stages = STAGES.iter().chain(study).chain(FULL).copied().map(Chosen::Of);
            std::iter::once(Chosen::File).chain(stages)
        };
        let mut chosen: Vec<Chosen> = match names {
            None => known(if study { STUDY } else { &[] }).collect(),
            Some(names) => by_name(names, &known(STUDY).collect::<Vec<_>>())?,
        };
        for tag in add {
            chosen.push(Chosen::Tag(tagged(tag)?));
        }
        if chosen.is_empty() {
            return Err(PyValueError::new_err("columns: expected one or more, found none"));
        }
        refuse_twice(&chosen)?;
        Ok(Selection(chosen))
    }

    /// Those of the program's rows.
    pub fn of_lines() -> Selection {
        Selection(ROWS.iter().copied().map(Chosen::Of).collect())
    }

    pub fn columns(&self) -> Vec<Column> {
        self.0.iter().map(Chosen::column).collect()
    }

    /// What fills them, for the file that has this name.
    pub fn stages<'a>(&'a self, file: &'a column::File) -> Vec<&'a dyn Stage> {
        let stage = |chosen: &'a Chosen| match chosen {
            Chosen::File => file as &dyn Stage,
            Chosen::Of(stage) => *stage,
            Chosen::Tag(tag) => tag,
        };
        self.0.iter().map(stage).collect()
    }
}

impl Chosen {
    fn column(&self) -> Column {
        match self {
            Chosen::File => column::File(String::new()).column(),
            Chosen::Of(stage) => stage.column(),
            Chosen::Tag(tag) => tag.column(),
        }
    }
}

fn by_name(names: &[String], known: &[Chosen]) -> PyResult<Vec<Chosen>> {
    let find = |name: &String| {
        let found = known.iter().find(|chosen| chosen.column().key == name);
        found.copied().ok_or_else(|| {
            let all: Vec<_> = known.iter().map(|chosen| chosen.column().key).collect();
            let all = all.join(", ");
            let told =
                format!("columns: there is no {name:?}; there are {all}, and add is for tags");
            PyValueError::new_err(told)
        })
    };
    names.iter().map(find).collect()
}

fn refuse_twice(chosen: &[Chosen]) -> PyResult<()> {
    let keys: Vec<_> = chosen.iter().map(|chosen| chosen.column().key).collect();
    let twice = (1..keys.len()).find(|&at| keys[..at].contains(&keys[at]));
    match twice {
        None => Ok(()),
        Some(at) => {
            let told = format!("columns: there is a column {:?} already", keys[at]);
            Err(PyValueError::new_err(told))
        }
    }
}

/// Columns live as long as the process, so each tag is read once.
fn tagged(text: &str) -> PyResult<Tagged> {
    static READ: Mutex<Option<HashMap<String, Tagged>>> = Mutex::new(None);
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    let read = read.get_or_insert_default();
    if let Some(tag) = read.get(text) {
        return Ok(*tag);
    }
    let tag: Tagged = text
        .parse()
        .map_err(|error| PyValueError::new_err(format!("add: {text:?} is not a tag: {error}")))?;
    read.insert(text.to_owned(), tag);
    Ok(tag)
}
