//! A program that was started and is talked to: lines in, lines out.
//!
//! Many questions are written ahead, as far as the pipe takes them, and answers are read while that goes on: neither side
//! waits for the other with both pipes full. Nobody is waited for longer than the time that the user gives.

use super::children;
use super::trouble::Trouble;
use crate::cli::console;
use crate::text::encoding::{brief, text};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, ioctl_fionbio};
use std::io::{self, Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The longest answer, and the longest piece of one line of what it says on standard error.
const LONGEST: usize = 16 << 20;
const LONGEST_REMARK: usize = 4 << 10;

/// How much is read at a time.
const PORTION: usize = 64 << 10;

/// How often a program whose output has ended is asked whether it has ended too.
const TICK: Duration = Duration::from_millis(2);

/// One of them.
pub struct PluginProcess {
    name: String,
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: ChildStdout,
    stderr: Option<ChildStderr>,
    timeout: Duration,
    /// What it said and nobody has looked at.
    heard: Vec<u8>,
    /// As far as there is no line end in it.
    searched: usize,
    /// The same of standard error.
    remark: Vec<u8>,
    /// Where bytes are read to.
    portion: Box<[u8]>,
    /// Whether somebody has waited for its end.
    has_ended: bool,
}

/// What an end of a pipe has to tell.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Heard {
    Something,
    Nothing,
    End,
}

impl PluginProcess {
    /// Starts a program under the name that messages give it; never through a shell.
    pub fn start(
        name: &str,
        words: &[String],
        timeout: Duration,
    ) -> Result<PluginProcess, Trouble> {
        let (program, arguments) = words.split_first().expect("a command has a word at least");
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            // What it starts is ended with it.
            .process_group(0)
            .spawn()
            .map_err(Trouble::Start)?;
        children::add(&child);
        const PIPED: &str = "all three are pipes";
        let stdin = child.stdin.take().expect(PIPED);
        let stdout = child.stdout.take().expect(PIPED);
        let stderr = child.stderr.take().expect(PIPED);
        let made = [ioctl_fionbio(&stdin, true), ioctl_fionbio(&stdout, true)];
        let made = made.into_iter().chain([ioctl_fionbio(&stderr, true)]);
        let process = PluginProcess {
            name: name.to_owned(),
            child,
            stdin: Some(stdin),
            stdout,
            stderr: Some(stderr),
            timeout,
            heard: Vec::new(),
            searched: 0,
            remark: Vec::new(),
            portion: vec![0; PORTION].into(),
            has_ended: false,
        };
        made.collect::<Result<(), Errno>>().map_err(io::Error::from)?;
        Ok(process)
    }

    /// Writes lines, and hands over as many as it is to answer with. If something is wrong, it tells how many answers there
    /// were before that.
    pub fn exchange(
        &mut self,
        questions: &[u8],
        count: usize,
        mut take: impl FnMut(usize, &[u8]) -> Result<(), Trouble>,
    ) -> Result<(), (usize, Trouble)> {
        let mut answered = 0;
        let mut left = questions;
        self.refuse_more().map_err(|trouble| (0, trouble))?;
        let mut deadline = Instant::now() + self.timeout;
        while answered < count {
            let lines = self.lines(count - answered, |line| {
                take(answered, line)?;
                answered += 1;
                Ok(())
            });
            match lines {
                Err(trouble) => return Err((answered, trouble)),
                Ok(true) => deadline = Instant::now() + self.timeout,
                Ok(false) => self.wait(&mut left, deadline).map_err(|it| (answered, it))?,
            }
        }
        self.refuse_heard().map_err(|trouble| (count, trouble))
    }

    /// Hands over the whole lines that were heard, so many at most; returns whether there were any.
    fn lines(
        &mut self,
        most: usize,
        mut take: impl FnMut(&[u8]) -> Result<(), Trouble>,
    ) -> Result<bool, Trouble> {
        let (mut start, mut taken) = (0, 0);
        while taken < most
            && let Some(at) = memchr::memchr(b'\n', &self.heard[self.searched..])
        {
            let end = self.searched + at;
            take(&self.heard[start..end])?;
            (start, self.searched) = (end + 1, end + 1);
            taken += 1;
        }
        self.heard.drain(..start);
        self.searched = if taken < most { self.heard.len() } else { 0 };
        if self.heard.len() > LONGEST { Err(Trouble::TooLong(LONGEST)) } else { Ok(taken > 0) }
    }

    /// Waits until more can be written or read, and does that.
    fn wait(&mut self, left: &mut &[u8], deadline: Instant) -> Result<(), Trouble> {
        // Bytes that are not a line yet, or not an answer, do not buy time.
        let is_late = Instant::now() >= deadline;
        let ready = self.poll(!left.is_empty(), deadline)?;
        let [can_write, can_read] = ready.ok_or(Trouble::Late(self.timeout))?;
        if can_write {
            self.write(left)?;
        }
        if can_read && self.read()? == Heard::End {
            return Err(self.why_ended(deadline));
        }
        let has_line = memchr::memchr(b'\n', &self.heard[self.searched..]).is_some();
        if is_late && !has_line { Err(Trouble::Late(self.timeout)) } else { Ok(()) }
    }

    /// Waits for one of the pipes, and shows what is said on standard error: whether it can be written to, and read from;
    /// none where time is up.
    fn poll(&mut self, is_writing: bool, deadline: Instant) -> Result<Option<[bool; 2]>, Trouble> {
        let left = deadline.saturating_duration_since(Instant::now());
        let timeout = Timespec::try_from(left).ok();
        let mut ends = vec![PollFd::new(&self.stdout, PollFlags::IN)];
        ends.extend(self.stderr.as_ref().map(|stderr| PollFd::new(stderr, PollFlags::IN)));
        let stdin = self.stdin.as_ref().filter(|_| is_writing);
        ends.extend(stdin.map(|stdin| PollFd::new(stdin, PollFlags::OUT)));
        let ready = match poll(&mut ends, timeout.as_ref()) {
            Err(Errno::INTR) => return Ok(Some([false; 2])),
            ready => ready.map_err(io::Error::from)?,
        };
        let is_ready = |at: usize| ends.get(at).is_some_and(|end| !end.revents().is_empty());
        let has_stderr = usize::from(self.stderr.is_some());
        let (can_read, can_write) = (is_ready(0), is_ready(1 + has_stderr));
        let has_remark = has_stderr == 1 && is_ready(1);
        if has_remark {
            self.hear_remark();
        }
        Ok((ready > 0).then_some([can_write, can_read]))
    }

    /// Writes as much as the pipe takes. One that does not listen any more may still answer.
    fn write(&mut self, left: &mut &[u8]) -> Result<(), Trouble> {
        let Some(stdin) = &mut self.stdin else { return Ok(()) };
        match stdin.write(left) {
            Ok(count) => *left = &left[count..],
            Err(error) if is_passing(&error) => {}
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => *left = &[],
            Err(error) => return Err(error.into()),
        }
        Ok(())
    }

    fn read(&mut self) -> Result<Heard, Trouble> {
        match self.stdout.read(&mut self.portion) {
            Ok(0) => Ok(Heard::End),
            Ok(count) => {
                self.heard.extend_from_slice(&self.portion[..count]);
                Ok(Heard::Something)
            }
            Err(error) if is_passing(&error) => Ok(Heard::Nothing),
            Err(error) => Err(error.into()),
        }
    }

    /// Shows whole lines of what it says on standard error.
    fn hear_remark(&mut self) {
        let Some(stderr) = &mut self.stderr else { return };
        let mut portion = [0; LONGEST_REMARK];
        match stderr.read(&mut portion) {
            Ok(0) => self.stderr = None,
            Ok(count) => self.remark.extend_from_slice(&portion[..count]),
            Err(error) if is_passing(&error) => {}
            Err(_) => self.stderr = None,
        }
        while let Some(end) = memchr::memchr(b'\n', &self.remark) {
            let line: Vec<u8> = self.remark.drain(..=end).collect();
            self.show(&line);
        }
        if self.remark.len() >= LONGEST_REMARK || self.stderr.is_none() {
            let rest = std::mem::take(&mut self.remark);
            self.show(&rest);
        }
    }

    fn show(&self, line: &[u8]) {
        let line = text(line.trim_ascii_end());
        if !line.is_empty() {
            console::remark(&format!("plugin {}: {line}", self.name));
        }
    }

    /// Nobody has asked anything that is not answered: whatever it says is too much, and its end too early.
    fn refuse_more(&mut self) -> Result<(), Trouble> {
        self.refuse_heard()?;
        let now = Instant::now();
        if let Some([_, true]) = self.poll(false, now)?
            && self.read()? == Heard::End
        {
            return Err(self.why_ended(now + self.timeout));
        }
        self.refuse_heard()
    }

    fn refuse_heard(&self) -> Result<(), Trouble> {
        if self.heard.is_empty() { Ok(()) } else { Err(Trouble::TooMuch(quoted(&self.heard))) }
    }

    /// Its output has ended, though nobody is done with it.
    fn why_ended(&mut self, deadline: Instant) -> Trouble {
        self.hear_rest(deadline.min(Instant::now() + Duration::from_millis(200)));
        match self.status(deadline.min(Instant::now() + Duration::from_secs(1))) {
            Some(status) => Trouble::Ended(status),
            None => Trouble::Closed,
        }
    }

    /// The last words on standard error.
    fn hear_rest(&mut self, deadline: Instant) {
        while self.stderr.is_some() && Instant::now() < deadline {
            let before = self.remark.len();
            self.hear_remark();
            if self.stderr.is_some() && self.remark.len() == before {
                thread::sleep(TICK);
            }
        }
    }

    /// How it ended, if it has by then.
    fn status(&mut self, deadline: Instant) -> Option<std::process::ExitStatus> {
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                children::bury(&self.child);
                self.has_ended = true;
                return Some(status);
            }
            if Instant::now() >= deadline {
                return None;
            }
            thread::sleep(TICK);
        }
    }

    /// Nobody asks anything more: it is to end without another word.
    pub fn end(mut self) -> Result<(), Trouble> {
        let deadline = Instant::now() + self.timeout;
        self.stdin = None;
        loop {
            self.refuse_heard()?;
            let is_late = Instant::now() >= deadline;
            let ready = self.poll(false, deadline)?.filter(|_| !is_late);
            let [_, can_read] = ready.ok_or(Trouble::Lingers(self.timeout))?;
            if can_read && self.read()? == Heard::End {
                break;
            }
        }
        let status = self.status(deadline).ok_or(Trouble::Lingers(self.timeout))?;
        self.hear_rest(deadline.min(Instant::now() + Duration::from_millis(200)));
        if status.success() { Ok(()) } else { Err(Trouble::Failed(status)) }
    }
}

/// However it is done with, nothing of it goes on.
impl Drop for PluginProcess {
    fn drop(&mut self) {
        if !self.has_ended {
            children::kill(&mut self.child);
        }
    }
}

/// Whether it is worth trying again.
fn is_passing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted)
}

/// The beginning of what it said, fit for a message.
pub fn quoted(said: &[u8]) -> String {
    let line = said.split(|&byte| byte == b'\n').next().unwrap_or_default();
    format!("'{}'", brief(&line[..line.len().min(80)]))
}
