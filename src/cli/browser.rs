//! A browser of the Chromium family, which prints a page as PDF.
//!
//! It gets a folder of its own for all that it keeps, which is gone afterwards, and is told to look at nothing on the network.

use crate::cli::temporary::TemporaryFolder;
use anyhow::{Context, Result, bail, ensure};
use std::env;
use std::ffi::OsString;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// What browsers of the family are called.
const NAMES: [&str; 8] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "brave-browser",
    "vivaldi",
];

/// Prints, and does nothing of its own: no window, no network, no reports, no questions.
const FLAGS: [&str; 16] = [
    "--headless",
    "--disable-gpu",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-extensions",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-sync",
    "--disable-breakpad",
    "--no-pings",
    "--no-proxy-server",
    "--password-store=basic",
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--no-pdf-header-footer",
    "--generate-pdf-document-outline",
];

/// How often somebody looks whether it is done.
const NAP: Duration = Duration::from_millis(30);

/// The one that is running, if one is.
static RUNNING: Mutex<Option<Child>> = Mutex::new(None);

fn running() -> MutexGuard<'static, Option<Child>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends the browser that is running, because the program ends.
pub fn end() {
    if let Some(mut child) = running().take() {
        // One that has gone already need not be ended.
        let _ = child.kill();
        // Its helpers notice, and stop writing into the folder that goes next.
        thread::sleep(Duration::from_millis(200));
    }
}

/// A browser that can be started.
#[derive(Debug)]
pub struct Browser {
    path: PathBuf,
    has_sandbox: bool,
}

impl Browser {
    /// The one with this name or path; or else the first of the family on the path. None where there is none.
    pub fn find(named: Option<&Path>, has_sandbox: bool) -> Option<Browser> {
        let path = match named {
            Some(named) if named.components().count() > 1 => {
                Some(named.to_owned()).filter(|path| path.is_file())
            }
            Some(named) => on_path(named),
            None => NAMES.iter().find_map(|name| on_path(Path::new(name))),
        };
        path.map(|path| Browser { path, has_sandbox })
    }

    /// The page as PDF.
    pub fn print(&self, html: &str, limit: Duration) -> Result<Vec<u8>> {
        let folder = TemporaryFolder::private()?;
        let page = folder.path().join("book.html");
        fs::write(&page, html)?;
        let child = self.start(folder.path(), &page);
        let child = child.with_context(|| format!("{}: cannot be started", self.path.display()))?;
        wait(child, limit, &self.path)?;
        let pdf = fs::read(folder.path().join("book.pdf")).unwrap_or_default();
        let is_whole = pdf.starts_with(b"%PDF-") && pdf.trim_ascii_end().ends_with(b"%%EOF");
        ensure!(is_whole, "{}", self.complaint(folder.path()));
        Ok(pdf)
    }

    fn start(&self, folder: &Path, page: &Path) -> Result<Child> {
        let flag = |name: &str, path: &Path| {
            let mut flag = OsString::from(name);
            flag.push(path);
            flag
        };
        let mut command = Command::new(&self.path);
        command.args(FLAGS).arg(flag("--user-data-dir=", &folder.join("profile")));
        command.arg(flag("--print-to-pdf=", &folder.join("book.pdf")));
        if !self.has_sandbox {
            command.arg("--no-sandbox");
        }
        command.arg(url(page));
        command.stdin(Stdio::null()).stdout(Stdio::null());
        command.stderr(File::create(folder.join("errors"))?);
        Ok(command.spawn()?)
    }

    /// What the browser says of a page that it did not print.
    fn complaint(&self, folder: &Path) -> String {
        let errors = fs::read(folder.join("errors")).unwrap_or_default();
        let errors = String::from_utf8_lossy(&errors).into_owned();
        let name = self.path.display();
        if self.has_sandbox && errors.contains("no-sandbox") {
            return format!(
                "{name}: does not start in its sandbox, as it never does for root; \
                 --browser-no-sandbox starts it without"
            );
        }
        let last = errors.lines().rev().find(|line| !line.trim().is_empty());
        let last = last.unwrap_or("and says nothing of why");
        format!("{name}: did not print the page: {last}")
    }
}

/// Waits for the end of it, and brings that about when it takes too long.
fn wait(child: Child, limit: Duration, path: &Path) -> Result<()> {
    let begin = Instant::now();
    *running() = Some(child);
    while is_running()? {
        if begin.elapsed() > limit {
            end();
            bail!("{}: did not print the page within {} s", path.display(), limit.as_secs());
        }
        thread::sleep(NAP);
    }
    *running() = None;
    Ok(())
}

fn is_running() -> Result<bool> {
    let mut running = running();
    let Some(child) = running.as_mut() else { return Ok(false) };
    Ok(child.try_wait()?.is_none())
}

fn on_path(name: &Path) -> Option<PathBuf> {
    let folders = env::var_os("PATH")?;
    let mut name = name.as_os_str().to_owned();
    name.push(env::consts::EXE_SUFFIX);
    env::split_paths(&folders).map(|folder| folder.join(&name)).find(|path| path.is_file())
}

/// The address of a file.
fn url(path: &Path) -> String {
    let path = path.display().to_string().replace('\\', "/");
    let path = path.replace('%', "%25").replace('#', "%23").replace('?', "%3f");
    format!("file://{}{path}", if path.starts_with('/') { "" } else { "/" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_that_never_ends_is_ended() {
        let child = Command::new("sleep").arg("60").spawn().expect("sleep is on every system");
        let begin = Instant::now();
        let error = wait(child, Duration::from_millis(100), Path::new("sleep")).unwrap_err();
        assert_eq!(error.to_string(), "sleep: did not print the page within 0 s");
        assert!(begin.elapsed() < Duration::from_secs(30));
    }

    #[test]
    fn addresses_of_files_are_quoted() {
        assert_eq!(url(Path::new("/tmp/a#b?c%d/e.html")), "file:///tmp/a%23b%3fc%25d/e.html");
    }
}
