//! The cheapest way to give every row a column of its own: the Hungarian method, with one
//! shortest path for each row.

/// The column of each row, such that the sum of the costs is least.
///
/// There are at least as many columns as rows; the time grows with rows × rows × columns.
pub(super) fn cheapest(
    rows: usize,
    columns: usize,
    cost: impl Fn(usize, usize) -> u32,
) -> Vec<usize> {
    let mut assignment = Assignment::new(rows, columns, cost);
    let mut paths = Paths::default();
    for row in 0..rows {
        assignment.add(row, &mut paths);
    }
    assignment.columns()
}

struct Assignment<F> {
    cost: F,
    /// What rows and columns contribute to the cost of a pair, never more than it.
    row_price: Vec<i32>,
    column_price: Vec<i32>,
    /// Which row has a column.
    row_of: Vec<Option<usize>>,
}

/// The paths from a new row over columns that are given away, as far as they are known.
#[derive(Default)]
struct Paths {
    length: Vec<i32>,
    before: Vec<Option<usize>>,
    done: Vec<bool>,
}

impl<F: Fn(usize, usize) -> u32> Assignment<F> {
    fn new(rows: usize, columns: usize, cost: F) -> Assignment<F> {
        Assignment {
            cost,
            row_price: vec![0; rows],
            column_price: vec![0; columns],
            row_of: vec![None; columns],
        }
    }

    /// Gives a row its column, moving others where that is cheaper. Whatever paths there were are forgotten.
    fn add(&mut self, new: usize, paths: &mut Paths) {
        paths.clear(self.row_of.len());
        let (mut row, mut last) = (new, None);
        loop {
            self.extend(paths, row, last);
            let (column, step) = paths.nearest();
            self.raise(paths, new, step);
            paths.done[column] = true;
            last = Some(column);
            match self.row_of[column] {
                Some(owner) => row = owner,
                None => break,
            }
        }
        self.rearrange(paths, new, last);
    }

    /// Takes the paths on from a row that was reached over a column.
    fn extend(&self, paths: &mut Paths, row: usize, over: Option<usize>) {
        for column in 0..self.row_of.len() {
            let price = self.row_price[row] + self.column_price[column];
            let length = (self.cost)(row, column) as i32 - price;
            if !paths.done[column] && length < paths.length[column] {
                paths.length[column] = length;
                paths.before[column] = over;
            }
        }
    }

    /// Changes the prices so that the shortest path becomes free.
    fn raise(&mut self, paths: &mut Paths, new: usize, step: i32) {
        self.row_price[new] += step;
        for column in 0..self.row_of.len() {
            if paths.done[column] {
                let owner = self.row_of[column].expect("a path goes on over columns with a row");
                self.row_price[owner] += step;
                self.column_price[column] -= step;
            } else {
                paths.length[column] -= step;
            }
        }
    }

    /// Gives each column on the path to the row before it.
    fn rearrange(&mut self, paths: &Paths, new: usize, mut last: Option<usize>) {
        while let Some(column) = last {
            last = paths.before[column];
            self.row_of[column] = match last {
                Some(before) => self.row_of[before],
                None => Some(new),
            };
        }
    }

    fn columns(self) -> Vec<usize> {
        let mut columns = vec![0; self.row_price.len()];
        for (column, row) in self.row_of.into_iter().enumerate() {
            if let Some(row) = row {
                columns[row] = column;
            }
        }
        columns
    }
}

impl Paths {
    /// Forgets all paths, for so many columns.
    fn clear(&mut self, columns: usize) {
        self.length.clear();
        self.length.resize(columns, i32::MAX);
        self.before.clear();
        self.before.resize(columns, None);
        self.done.clear();
        self.done.resize(columns, false);
    }

    fn nearest(&self) -> (usize, i32) {
        let open = (0..self.done.len()).filter(|&column| !self.done[column]);
        let column = open
            .min_by_key(|&column| self.length[column])
            .expect("there are at least as many columns as rows");
        (column, self.length[column])
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Tries every way.
    fn least(row: usize, free: &[usize], costs: &[Vec<u32>]) -> u32 {
        if row == costs.len() {
            return 0;
        }
        let tried = free.iter().map(|&column| {
            let rest: Vec<usize> = free.iter().copied().filter(|&other| other != column).collect();
            costs[row][column] + least(row + 1, &rest, costs)
        });
        tried.min().unwrap()
    }

    proptest! {
        #[test]
        fn no_way_is_cheaper(
            rows in 0usize..=5,
            more in 0usize..=2,
            dice in prop::collection::vec(0u32..5, 35),
        ) {
            let columns = rows + more;
            let costs: Vec<Vec<u32>> =
                (0..rows).map(|row| dice[row * columns..][..columns].to_vec()).collect();
            let found = cheapest(rows, columns, |row, column| costs[row][column]);
            let sum: u32 = found.iter().enumerate().map(|(row, &column)| costs[row][column]).sum();
            let free: Vec<usize> = (0..columns).collect();
            prop_assert_eq!(sum, least(0, &free, &costs));
            let mut used = found.clone();
            used.sort_unstable();
            used.dedup();
            prop_assert_eq!(used.len(), rows);
        }
    }
}
