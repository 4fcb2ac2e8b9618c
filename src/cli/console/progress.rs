//! The progress bar: one line on standard error that fits the terminal.
//!
//! Whoever works moves counters; a thread of its own looks at them ten times
//! a second and draws. So counting is cheap, and the line lives on while the
//! work waits for its input.

use super::escape::Escaped;
use super::{Stage, counted};
use crate::cli::args::{ReportArgs, When};
use console::Term;
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};
use indicatif::{HumanBytes, HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle, TermLike};
use std::env;
use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// A run that is over by then shows no bar.
const PATIENCE: Duration = Duration::from_millis(300);
const TICK: Duration = Duration::from_millis(100);

/// The shortest bar worth drawing, with its brackets and a space after it.
const BAR: usize = 8;

/// The spinner and the space after it.
const SPINNER: usize = 2;

/// Left free at the end of the line. The terminal puts `^C` there; after a
/// full line it would begin another, and the bar would not be found any more
/// to clear it.
const MARGIN: u16 = 2;

/// What is shown of the name of a file: its end.
const LONGEST_NAME: usize = 40;

/// The bar on the screen, for the one who ends the program.
static SHOWN: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// Takes the bar off the screen, if there is one.
pub fn clear() {
    let bar = SHOWN.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
}

/// Takes the bar away, if there is one, while somebody else than the console uses standard error.
pub fn pause<T>(write: impl FnOnce() -> T) -> T {
    let bar = SHOWN.lock().unwrap_or_else(PoisonError::into_inner).clone();
    match bar {
        Some(bar) => bar.suspend(write),
        None => write(),
    }
}

/// Whether to show progress at all.
pub fn is_wanted(args: &ReportArgs, stage: &Stage) -> bool {
    let dumb = || env::var_os("TERM").is_none_or(|term| term == "dumb");
    match args.talk.progress {
        _ if args.talk.quiet => false,
        When::Always => true,
        When::Never => false,
        When::Auto => io::stderr().is_terminal() && !stage.shared && !dumb(),
    }
}

/// How far the run is, and the bar that shows it.
#[derive(Default)]
pub struct Progress {
    counters: Arc<Counters>,
    shown: Option<Shown>,
}

#[derive(Default)]
pub struct Counters {
    /// Bytes read, as the files have them.
    bytes: Arc<AtomicU64>,
    games: AtomicU64,
    /// Those of a run that this one goes on with.
    games_before: AtomicU64,
    coded: AtomicU64,
    faults: AtomicU64,
    /// The file that is being read, where there are several.
    file: Mutex<String>,
}

impl Counters {
    /// Counts the bytes that somebody else counts, too.
    pub fn metered_by(bytes: &Arc<AtomicU64>) -> Counters {
        Counters { bytes: Arc::clone(bytes), ..Counters::default() }
    }

    /// What is counted by now, and so many bytes, took no time of this run.
    fn go_on(&self, bytes: u64) {
        self.games_before.store(self.games.load(Relaxed), Relaxed);
        self.bytes.fetch_add(bytes, Relaxed);
    }
}

struct Shown {
    bar: ProgressBar,
    /// Dropped to end the thread.
    stop: Sender<()>,
    thread: JoinHandle<()>,
}

impl Progress {
    /// Counts, and shows nothing.
    pub fn of(counters: Counters) -> Progress {
        Progress { counters: Arc::new(counters), shown: None }
    }

    /// Shows the bar from now on; `size` is where the bytes end, `noun` what is counted.
    pub fn show(&mut self, size: Option<u64>, noun: &'static str) {
        let bar = ProgressBar::with_draw_target(size, ProgressDrawTarget::hidden());
        *SHOWN.lock().unwrap_or_else(PoisonError::into_inner) = Some(bar.clone());
        let (stop, stopped) = bounded(0);
        let painter = Painter { bar: bar.clone(), counters: Arc::clone(&self.counters), noun };
        let thread = thread::Builder::new().name("progress".into());
        // Without the thread there is no bar, and that is all.
        if let Ok(thread) = thread.spawn(move || painter.paint_until(&stopped)) {
            self.shown = Some(Shown { bar, stop, thread });
        }
    }

    /// Takes the bar off the screen.
    pub fn hide(&mut self) {
        if let Some(Shown { stop, thread, .. }) = self.shown.take() {
            drop(stop);
            thread.join().ok();
            clear();
        }
    }

    /// Counts the bytes that are read.
    pub fn meter(&self) -> &Arc<AtomicU64> {
        &self.counters.bytes
    }

    pub fn advance(&self, games: u64, coded: u64) {
        self.counters.games.fetch_add(games, Relaxed);
        self.counters.coded.fetch_add(coded, Relaxed);
    }

    /// Goes on where another run ended that counted what is counted by now, and read so many bytes, if anybody sees that.
    pub fn go_on(&self, bytes: impl FnOnce() -> u64) {
        let Some(Shown { bar, .. }) = &self.shown else { return };
        self.counters.go_on(bytes());
        bar.set_position(self.counters.bytes.load(Relaxed));
        bar.reset_eta();
    }

    /// Begins to count games anew.
    pub fn forget_games(&self) {
        self.counters.games.store(0, Relaxed);
        self.counters.coded.store(0, Relaxed);
    }

    /// Says which file is being read, where somebody sees that.
    pub fn name_file(&self, name: impl FnOnce() -> String) {
        if self.shown.is_some() {
            *self.counters.file.lock().unwrap_or_else(PoisonError::into_inner) = name();
        }
    }

    pub fn set_faults(&self, faults: u64) {
        self.counters.faults.store(faults, Relaxed);
    }

    /// All games, and those coded.
    pub fn games(&self) -> (u64, u64) {
        (self.counters.games.load(Relaxed), self.counters.coded.load(Relaxed))
    }

    /// Takes the bar away while `write` uses standard error.
    pub fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        match &self.shown {
            Some(shown) => shown.bar.suspend(write),
            None => write(),
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.hide();
    }
}

/// Draws the line.
struct Painter {
    bar: ProgressBar,
    counters: Arc<Counters>,
    /// What is counted.
    noun: &'static str,
}

impl Painter {
    fn paint_until(&self, stopped: &Receiver<()>) {
        let mut pause = PATIENCE;
        while stopped.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
            self.prepare();
            if pause == PATIENCE {
                // Only now, or the first thing to be seen would be unprepared.
                let screen = Box::new(Screen(Term::buffered_stderr()));
                self.bar.set_draw_target(ProgressDrawTarget::term_like_with_hz(screen, 20));
                pause = TICK;
            }
            self.bar.tick();
        }
    }

    fn prepare(&self) {
        let width = usize::from(Screen(Term::stderr()).width());
        let (template, line) = fit(width, self.full(width), self.line(false), self.bar.length());
        if let Ok(style) = ProgressStyle::with_template(template) {
            self.bar.set_style(style.progress_chars("=> ").tick_chars("|/-\\ "));
        }
        self.bar.set_message(line);
        self.bar.set_position(self.counters.bytes.load(Relaxed));
    }

    /// The full line, with the file that is being read, where there are several. That is worth more than long words.
    fn full(&self, width: usize) -> String {
        let lines = [self.line(true), self.line(false)];
        let named = lines.iter().filter_map(|line| self.named(line));
        let fitting = named.into_iter().find(|named| named.len() + BAR <= width);
        fitting.unwrap_or_else(|| self.line(true))
    }

    /// The line with the file that is being read before it; none where there is but one.
    fn named(&self, line: &str) -> Option<String> {
        let file = self.counters.file.lock().unwrap_or_else(PoisonError::into_inner);
        let shown = Escaped(&file).to_string();
        let from = shown.len().saturating_sub(LONGEST_NAME);
        let from = (from..=shown.len()).find(|&at| shown.is_char_boundary(at))?;
        let dots = if from > 0 { "..." } else { "" };
        (!shown.is_empty()).then(|| format!("{dots}{}: {line}", &shown[from..]))
    }

    /// All but the bar itself, in full or as short as can be.
    fn line(&self, full: bool) -> String {
        let games = self.counters.games.load(Relaxed);
        let faults = self.counters.faults.load(Relaxed);
        let new = games.saturating_sub(self.counters.games_before.load(Relaxed));
        let rate = (new as f64 / self.bar.elapsed().as_secs_f64().max(0.001)) as u64;
        let (part, time) = (self.part(full), self.time(full));
        if full {
            let (games, faults) = (counted(games, self.noun), counted(faults, "fault"));
            format!("{part}, {games}, {}/s, {faults}, {time}", HumanCount(rate))
        } else {
            let (games, rate, faults) = (short(games), short(rate), short(faults));
            format!("{part} {games} {}s {rate}/s {faults} faults {time}", self.noun)
        }
    }

    /// Which part of the bytes was read; without an end, how many.
    fn part(&self, full: bool) -> String {
        let bytes = self.counters.bytes.load(Relaxed);
        let percent = |size: u64| (bytes * 100).checked_div(size).unwrap_or(100).min(100);
        match (self.bar.length(), full) {
            (Some(size), true) => format!("{}% of {}", percent(size), HumanBytes(size)),
            (Some(size), false) => format!("{}%", percent(size)),
            (None, true) => HumanBytes(bytes).to_string(),
            (None, false) => format!("{}B", short(bytes)),
        }
    }

    /// The time left; without an end, the time gone by.
    fn time(&self, full: bool) -> String {
        match self.bar.length() {
            Some(_) if full => format!("{} left", clock(self.bar.eta())),
            Some(_) => clock(self.bar.eta()),
            None => clock(self.bar.elapsed()),
        }
    }
}

/// What of it fits, and the template to show it with: the full line or the
/// brief one, a bar if there is room for it, and never a second line.
fn fit(width: usize, full: String, brief: String, size: Option<u64>) -> (&'static str, String) {
    let spare = if size.is_some() { BAR } else { SPINNER };
    let mut line = if full.len() + spare <= width { full } else { brief };
    let template = match size {
        Some(_) if line.len() + BAR <= width => return ("[{wide_bar}] {msg}", line),
        Some(_) => "{msg}",
        None => "{spinner} {msg}",
    };
    cut(&mut line, if size.is_some() { width } else { width.saturating_sub(SPINNER) });
    (template, line)
}

/// Drops the last words, as many as are too much.
fn cut(line: &mut String, width: usize) {
    while line.len() > width {
        line.truncate(line.rfind(' ').unwrap_or(0));
    }
}

/// `9999`, `12k`, `1.2M`: at most four characters.
fn short(number: u64) -> String {
    let scale = |unit: u64, name: char| match number / unit {
        0..10 => format!("{}.{}{name}", number / unit, number % unit * 10 / unit),
        whole => format!("{whole}{name}"),
    };
    match number {
        0..10_000 => number.to_string(),
        10_000..1_000_000 => scale(1_000, 'k'),
        1_000_000..1_000_000_000 => scale(1_000_000, 'M'),
        _ => scale(1_000_000_000, 'G'),
    }
}

/// `0:07`, `12:34`, `1:02:03`
fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

/// Standard error with its margin, terminal or not: indicatif by itself
/// draws to the full width, and only to a terminal.
#[derive(Debug)]
struct Screen(Term);

impl TermLike for Screen {
    fn width(&self) -> u16 {
        self.0.size().1.saturating_sub(MARGIN).max(1)
    }
    fn move_cursor_up(&self, n: usize) -> io::Result<()> {
        self.0.move_cursor_up(n)
    }
    fn move_cursor_down(&self, n: usize) -> io::Result<()> {
        self.0.move_cursor_down(n)
    }
    fn move_cursor_right(&self, n: usize) -> io::Result<()> {
        self.0.move_cursor_right(n)
    }
    fn move_cursor_left(&self, n: usize) -> io::Result<()> {
        self.0.move_cursor_left(n)
    }
    fn write_line(&self, text: &str) -> io::Result<()> {
        self.0.write_line(text)
    }
    fn write_str(&self, text: &str) -> io::Result<()> {
        self.0.write_str(text)
    }
    fn clear_line(&self) -> io::Result<()> {
        self.0.clear_line()
    }
    fn flush(&self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A run of 50 minutes over a great many games.
    fn painter(size: Option<u64>) -> Painter {
        let counters = Counters::default();
        counters.bytes.store(1 << 36, Relaxed);
        counters.games.store(99_999_999, Relaxed);
        counters.faults.store(123, Relaxed);
        let bar = ProgressBar::with_draw_target(size, ProgressDrawTarget::hidden());
        let bar = bar.with_elapsed(Duration::from_secs(3_000));
        Painter { bar, counters: Arc::new(counters), noun: "game" }
    }

    fn fitted(columns: usize, size: Option<u64>) -> (&'static str, String) {
        let painter = painter(size);
        let width = columns.saturating_sub(usize::from(MARGIN));
        fit(width, painter.line(true), painter.line(false), size)
    }

    #[test]
    fn the_line_is_brief_in_40_columns() {
        let (template, line) = fitted(40, Some(1 << 37));
        assert_eq!(template, "{msg}");
        assert_eq!(line, "50% 99M games 33k/s 123 faults 0:00");
        let (template, line) = fitted(40, None);
        assert_eq!(template, "{spinner} {msg}");
        assert_eq!(line, "68GB 99M games 33k/s 123 faults");
    }

    #[test]
    fn the_line_is_full_in_80_columns() {
        let (template, line) = fitted(80, Some(1 << 37));
        assert_eq!(template, "[{wide_bar}] {msg}");
        assert_eq!(line, "50% of 128.00 GiB, 99,999,999 games, 33,333/s, 123 faults, 0:00 left");
    }

    #[test]
    fn of_several_files_the_line_names_the_one_that_is_read() {
        let painter = painter(Some(1 << 37));
        assert_eq!(painter.named("50%"), None);
        *painter.counters.file.lock().unwrap() = "c/a.pgn".to_owned();
        assert_eq!(painter.named("50%").as_deref(), Some("c/a.pgn: 50%"));
        *painter.counters.file.lock().unwrap() = format!("{}/a\u{1b}.pgn", "ü".repeat(50));
        let named = painter.named("50%").unwrap();
        assert!(named.starts_with("...ü") && named.ends_with(".pgn: 50%"), "{named}");
        assert!(!named.contains('\u{1b}') && named.len() <= LONGEST_NAME + 8, "{named}");
        *painter.counters.file.lock().unwrap() = "c/a.pgn".to_owned();
        assert_eq!(painter.full(78), "c/a.pgn: 50% 99M games 33k/s 123 faults 0:00");
        assert!(painter.full(118).starts_with("c/a.pgn: 50% of 128.00 GiB, 99,999,999 games"));
        assert!(painter.full(30).starts_with("50% of"));
    }

    #[test]
    fn a_run_that_goes_on_shows_the_share_of_all_and_its_own_speed() {
        let painter = painter(Some(1 << 37));
        painter.counters.go_on(1 << 35);
        painter.counters.games.fetch_add(3_001_500, Relaxed);
        let line = painter.line(true);
        assert!(line.starts_with("75% of 128.00 GiB, 103,001,499 games, 1,000/s, "), "{line}");
    }

    #[test]
    fn tables_are_counted_as_tables() {
        let painter = Painter { noun: "table", ..painter(Some(1 << 37)) };
        assert!(painter.line(true).contains(", 99,999,999 tables, "), "{}", painter.line(true));
        assert!(painter.line(false).contains(" 99M tables "), "{}", painter.line(false));
    }

    #[test]
    fn the_line_fits_whatever_the_width() {
        for width in 0..200 {
            assert!(fitted(width, Some(1 << 37)).1.len() <= width);
            assert!(fitted(width, None).1.len() <= width);
        }
    }

    #[test]
    fn large_numbers_are_short() {
        let all: Vec<_> = [0, 9_999, 10_000, 999_999, 1_250_000, 81_000_000].map(short).into();
        assert_eq!(all, ["0", "9999", "10k", "999k", "1.2M", "81M"]);
    }

    #[test]
    fn times_are_clocks() {
        let all = [7, 754, 3_723].map(|seconds| clock(Duration::from_secs(seconds)));
        assert_eq!(all, ["0:07", "12:34", "1:02:03"]);
    }
}
