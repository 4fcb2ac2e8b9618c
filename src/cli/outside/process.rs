//! A program that was started and is talked to: lines in, lines out.
//!
//! Many questions are written ahead, by a thread that waits for nobody but the program, while answers are taken in.

use super::children::OutsideChild;
use super::hearing::{Heard, Hearing};
use super::remarks::Remarks;
use super::trouble::Trouble;
use crate::text::encoding::brief;
use std::io::{self, Write};
use std::process::{ChildStdin, Command, ExitStatus};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

/// The longest answer.
const LONGEST: usize = 16 << 20;

/// How often a program whose output has ended is asked whether it has ended too, and how long it may take.
const TICK: Duration = Duration::from_millis(2);
const MOMENT: Duration = Duration::from_secs(1);

/// How long its last words are waited for.
const LAST_WORDS: Duration = Duration::from_millis(200);

/// Lines that it is to get.
pub type Questions = Arc<Vec<u8>>;

/// One of them.
pub struct PluginProcess {
    child: OutsideChild,
    /// What it is to be told; none any more when its input has ended.
    questions: Option<SyncSender<Questions>>,
    hearing: Hearing,
    remarks: Remarks,
    timeout: Duration,
    /// What it said and nobody has looked at.
    heard: Vec<u8>,
}

impl PluginProcess {
    /// Starts a program under the name that messages give it; never through a shell.
    pub fn start(
        name: &str,
        words: &[String],
        timeout: Duration,
    ) -> Result<PluginProcess, Trouble> {
        let (program, arguments) = words.split_first().expect("a command has a word at least");
        let mut command = Command::new(program);
        // What it starts is ended with it.
        let child = OutsideChild::start(command.args(arguments)).map_err(Trouble::Start)?;
        let (stdin, stdout, stderr) = child.pipes();
        Ok(PluginProcess {
            child,
            questions: Some(writer(stdin)?),
            hearing: Hearing::of(stdout)?,
            remarks: Remarks::of(name, stderr)?,
            timeout,
            heard: Vec::new(),
        })
    }

    /// Writes lines, and hands over as many as it is to answer with. If something is wrong, it tells how many answers there
    /// were before that.
    pub fn exchange(
        &mut self,
        questions: Questions,
        count: usize,
        take: impl FnMut(usize, &[u8]) -> Result<(), Trouble>,
    ) -> Result<(), (usize, Trouble)> {
        self.refuse_more().map_err(|trouble| (0, trouble))?;
        self.converse(questions, count, take)
    }

    /// The same of the greeting, which it need not have read to say what its columns are.
    pub fn greet(
        &mut self,
        greeting: &[u8],
        mut take: impl FnMut(&[u8]) -> Result<(), Trouble>,
    ) -> Result<(), Trouble> {
        let greeted = self.converse(Arc::new(greeting.to_owned()), 1, |_, line| take(line));
        greeted.map_err(|(_, trouble)| trouble)
    }

    fn converse(
        &mut self,
        questions: Questions,
        count: usize,
        mut take: impl FnMut(usize, &[u8]) -> Result<(), Trouble>,
    ) -> Result<(), (usize, Trouble)> {
        self.ask(questions).map_err(|trouble| (0, trouble))?;
        let since = Instant::now();
        let mut answered = 0;
        while answered < count {
            let time = (since, self.timeout);
            let heard = self.hearing.hear(count - answered, time, &mut self.heard);
            let lines = self.lines(count - answered, |line| {
                take(answered, line)?;
                answered += 1;
                Ok(())
            });
            lines.map_err(|trouble| (answered, trouble))?;
            match heard {
                Heard::End if answered < count => return Err((answered, self.why_ended())),
                Heard::Late => return Err((answered, Trouble::Late(self.timeout))),
                _ => {}
            }
        }
        self.refuse_heard().map_err(|trouble| (count, trouble))
    }

    fn ask(&self, questions: Questions) -> Result<(), Trouble> {
        let sent = self.questions.as_ref().map(|writer| writer.try_send(questions));
        sent.is_some_and(|sent| sent.is_ok()).then_some(()).ok_or(Trouble::Unread)
    }

    /// Hands over the whole lines that were heard, so many at most.
    fn lines(
        &mut self,
        most: usize,
        mut take: impl FnMut(&[u8]) -> Result<(), Trouble>,
    ) -> Result<(), Trouble> {
        let mut start = 0;
        for end in memchr::memchr_iter(b'\n', &self.heard).take(most) {
            take(&self.heard[start..end])?;
            start = end + 1;
        }
        self.heard.drain(..start);
        if self.heard.len() > LONGEST { Err(Trouble::TooLong(LONGEST)) } else { Ok(()) }
    }

    /// Nobody has asked anything that is not answered: whatever it says is too much, and its end too early.
    fn refuse_more(&mut self) -> Result<(), Trouble> {
        let now = (Instant::now(), Duration::ZERO);
        let heard = self.hearing.hear(1, now, &mut self.heard);
        self.refuse_heard()?;
        if heard == Heard::End { Err(self.why_ended()) } else { Ok(()) }
    }

    fn refuse_heard(&self) -> Result<(), Trouble> {
        if self.heard.is_empty() { Ok(()) } else { Err(Trouble::TooMuch(quoted(&self.heard))) }
    }

    /// Its output has ended, though nobody is done with it.
    fn why_ended(&self) -> Trouble {
        match self.status(MOMENT.min(self.timeout)) {
            _ if !self.heard.is_empty() => Trouble::Unfinished(quoted(&self.heard)),
            Some(status) => Trouble::Ended(status),
            None => Trouble::Closed,
        }
    }

    /// How it ended, if it does in this time; its last words are shown before.
    fn status(&self, limit: Duration) -> Option<ExitStatus> {
        self.remarks.wait(LAST_WORDS.min(limit));
        let start = Instant::now();
        loop {
            let status = self.child.status();
            if status.is_some() || start.elapsed() >= limit {
                return status;
            }
            thread::sleep(TICK);
        }
    }

    /// Nobody asks anything more: it is to end without another word.
    pub fn end(mut self) -> Result<(), Trouble> {
        let since = Instant::now();
        self.questions = None;
        let heard = self.hearing.hear(1, (since, self.timeout), &mut self.heard);
        self.refuse_heard()?;
        let left = self.timeout.saturating_sub(since.elapsed());
        let status = if heard == Heard::End { self.status(left) } else { None };
        match status {
            None => Err(Trouble::Lingers(self.timeout)),
            Some(status) if status.success() => Ok(()),
            Some(status) => Err(Trouble::Failed(status)),
        }
    }
}

/// Has a thread write to a program. One that does not listen any more may still answer.
fn writer(stdin: ChildStdin) -> io::Result<SyncSender<Questions>> {
    // What is asked next may be here while the thread still learns that all of the last is written, and before it has taken the
    // greeting, which nobody need wait for.
    let (sender, questions): (_, Receiver<Questions>) = mpsc::sync_channel(2);
    let write = move || {
        let mut stdin = Some(stdin);
        for lines in questions {
            if stdin.as_mut().is_some_and(|stdin| stdin.write_all(&lines).is_err()) {
                stdin = None;
            }
        }
    };
    thread::Builder::new().name("questions".into()).spawn(write)?;
    Ok(sender)
}

/// The beginning of what it said, fit for a message.
pub fn quoted(said: &[u8]) -> String {
    let line = said.split(|&byte| byte == b'\n').next().unwrap_or_default().trim_ascii_end();
    format!("'{}'", brief(&line[..line.len().min(80)]))
}
