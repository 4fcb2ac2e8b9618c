//! A browser, and a page in it.

use crate::folder::Folder;
use headless_chrome::browser::tab::ModifierKey;
use headless_chrome::protocol::cdp::{Browser as CdpBrowser, Emulation, Input, Page as CdpPage};
use headless_chrome::{Browser, LaunchOptions, Tab};
use serde_json::Value;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};
use std::{env, fs};

/// Longer than anything here takes.
const PATIENCE: Duration = Duration::from_secs(60);

/// What keeps a browser from doing anything of its own.
const QUIET: [&str; 5] = [
    "--disable-gpu",
    "--disable-quic",
    "--disable-component-update",
    "--disable-search-engine-choice-screen",
    "--hide-scrollbars",
];

/// Ended when dropped.
pub struct Chromium {
    browser: Browser,
}

impl Chromium {
    pub fn start() -> Chromium {
        let options = LaunchOptions {
            path: path(),
            // A container has one user and no sandbox.
            sandbox: false,
            args: QUIET.iter().map(OsStr::new).collect(),
            // A busy machine takes its time over a hundred thousand entries before there is a page to open.
            idle_browser_timeout: 10 * PATIENCE,
            ..LaunchOptions::default()
        };
        Chromium { browser: Browser::new(options).expect("the browser starts") }
    }

    /// The directory of this PGN, made with these words on the command line.
    pub fn open(&self, pgn: &[u8], line: &str) -> Page {
        self.open_at(pgn, line, "")
    }

    /// The same, at the place after the `#`.
    pub fn open_at(&self, pgn: &[u8], line: &str, place: &str) -> Page {
        let folder = Folder::with("a.pgn", pgn);
        folder.run("directory -q a.pgn -o a.html").args(words(line)).assert().code(0);
        self.open_folder(folder, place)
    }

    /// The page that is in a folder already.
    pub fn open_folder(&self, folder: Folder, place: &str) -> Page {
        let tab = self.browser.new_tab().expect("a tab");
        tab.set_default_timeout(PATIENCE);
        let page = Page { tab, folder };
        page.go(place);
        page
    }
}

/// Words between blanks, and between bars what holds blanks itself.
fn words(line: &str) -> Vec<&str> {
    let parts = line.split('|').enumerate();
    parts
        .flat_map(|(index, part)| match index % 2 {
            0 => part.split_whitespace().collect(),
            _ => vec![part],
        })
        .collect()
}

/// Where the browser is.
pub fn path() -> Option<PathBuf> {
    if let Some(path) = env::var_os("CHROME") {
        return Some(path.into());
    }
    let folders: Vec<PathBuf> = env::split_paths(&env::var_os("PATH")?).collect();
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
    let paths = names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    paths.into_iter().find(|path| path.is_file())
}

/// A page; its tab is closed when it is dropped.
pub struct Page {
    tab: Arc<Tab>,
    pub folder: Folder,
}

impl Drop for Page {
    fn drop(&mut self) {
        let _ = self.tab.close(false);
    }
}

impl Page {
    /// Loads the page anew, at a place.
    pub fn go(&self, place: &str) {
        self.tab.navigate_to("about:blank").unwrap().wait_until_navigated().unwrap();
        let path = self.folder.path("a.html");
        self.tab.navigate_to(&format!("file://{}{place}", path.display())).unwrap();
        self.wait("document.body?.dataset.ready !== undefined");
    }

    /// The value of an expression; promises are awaited.
    pub fn value(&self, expression: &str) -> Value {
        let object = self.tab.evaluate(expression, true).expect(expression);
        object.value.unwrap_or(Value::Null)
    }

    pub fn text(&self, expression: &str) -> String {
        self.value(expression).as_str().unwrap_or_else(|| panic!("{expression} is text")).to_owned()
    }

    /// What an element shows.
    pub fn shown(&self, selector: &str) -> String {
        self.text(&format!("document.querySelector('{selector}').textContent"))
    }

    /// Waits until an expression is true.
    pub fn wait(&self, expression: &str) {
        self.wait_for(PATIENCE, expression);
    }

    /// The same for what a busy machine takes minutes for.
    pub fn wait_long(&self, expression: &str) {
        self.wait_for(10 * PATIENCE, expression);
    }

    fn wait_for(&self, patience: Duration, expression: &str) {
        let start = Instant::now();
        let is_true = || {
            let found = self.tab.evaluate(expression, false).ok();
            found.and_then(|found| found.value) == Some(Value::Bool(true))
        };
        while !is_true() {
            assert!(start.elapsed() < patience, "never true: {expression}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits until the record of the chosen entry is shown too.
    pub fn wait_for_record(&self) {
        self.wait(
            "document.querySelector('#list [aria-selected=true]')?.dataset.entry === document.body.dataset.shown",
        );
    }

    /// Presses a key, by the name that pages know it by.
    pub fn press(&self, key: &str) {
        self.tab.press_key(key).expect(key);
    }

    /// Presses a key with Shift held down.
    pub fn press_with_shift(&self, key: &str) {
        self.tab.press_key_with_modifiers(key, Some(&[ModifierKey::Shift])).expect(key);
    }

    fn middle(&self, selector: &str) -> Input::TouchPoint {
        let middle = format!(
            "(() => {{ const it = document.querySelector('{selector}').getBoundingClientRect(); \
             return JSON.stringify({{ x: it.x + it.width / 2, y: it.y + it.height / 2 }}); }})()"
        );
        serde_json::from_str(&self.text(&middle)).unwrap()
    }

    /// A finger on the middle of an element.
    pub fn tap(&self, selector: &str) {
        let point = self.middle(selector);
        for (kind, touch_points) in [
            (Input::DispatchTouchEventTypeOption::TouchStart, vec![point]),
            (Input::DispatchTouchEventTypeOption::TouchEnd, vec![]),
        ] {
            let (modifiers, timestamp) = (None, None);
            let event =
                Input::DispatchTouchEvent { Type: kind, touch_points, modifiers, timestamp };
            self.tab.call_method(event).unwrap();
        }
    }

    /// Chooses files of its folder in a field for that.
    pub fn choose_files(&self, selector: &str, names: &[&str]) {
        let paths: Vec<String> =
            names.iter().map(|name| self.folder.path(name).display().to_string()).collect();
        let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
        self.tab
            .find_element(selector)
            .and_then(|it| it.set_input_files(&paths).map(drop))
            .unwrap();
    }

    /// Drags a file of its folder onto the middle of an element.
    pub fn drop_file(&self, selector: &str, name: &str) {
        let Input::TouchPoint { x, y, .. } = self.middle(selector);
        let files = Some(vec![self.folder.path(name).display().to_string()]);
        let data = Input::DragData { items: vec![], files, drag_operations_mask: 1 };
        for kind in [
            Input::DispatchDragEventTypeOption::DragEnter,
            Input::DispatchDragEventTypeOption::DragOver,
            Input::DispatchDragEventTypeOption::Drop,
        ] {
            let data = data.clone();
            let event = Input::DispatchDragEvent { Type: kind, x, y, data, modifiers: None };
            self.tab.call_method(event).unwrap();
        }
    }

    /// Has everything that is saved put into its folder.
    pub fn save_into_folder(&self) {
        let path = self.folder.path("").display().to_string();
        self.tab
            .call_method(CdpBrowser::SetDownloadBehavior {
                behavior: CdpBrowser::SetDownloadBehaviorBehaviorOption::Allow,
                browser_context_id: None,
                download_path: Some(path),
                events_enabled: None,
            })
            .unwrap();
    }

    /// Waits until a file is there and whole, and returns what is in it.
    pub fn saved(&self, name: &str) -> Vec<u8> {
        let start = Instant::now();
        let is_there = || {
            let names = self.folder.names();
            names.iter().any(|it| it == name) && !names.iter().any(|it| it.ends_with("crdownload"))
        };
        while !is_there() {
            assert!(
                start.elapsed() < PATIENCE,
                "never saved: {name}, but {:?}",
                self.folder.names()
            );
            thread::sleep(Duration::from_millis(20));
        }
        self.folder.read(name)
    }

    /// Types where the keyboard is.
    pub fn type_text(&self, text: &str) {
        self.tab.type_str(text).unwrap();
    }

    /// Enters into the search what replaces all that is there; returns what is said of the number.
    pub fn search(&self, text: &str) -> String {
        self.value("search.focus(), search.select()");
        match text {
            "" => self.press("Delete"),
            // One message, where keys would be two for each letter.
            _ => drop(self.tab.call_method(Input::InsertText { text: text.to_owned() }).unwrap()),
        }
        self.shown("#count")
    }

    pub fn click(&self, selector: &str) {
        self.tab.wait_for_element(selector).expect(selector).click().expect(selector);
    }

    /// The references in sight.
    pub fn references(&self) -> Vec<String> {
        let list = "[...document.querySelectorAll('.row .reference')].map((it) => it.textContent)";
        serde_json::from_str(&self.text(&format!("JSON.stringify({list})"))).unwrap()
    }

    /// What follows the `#`.
    pub fn place(&self) -> String {
        self.text("location.hash")
    }

    /// As on a screen of this size; a telephone has a finger and no mouse.
    pub fn resize(&self, width: u32, height: u32, mobile: bool) {
        self.tab
            .call_method(Emulation::SetDeviceMetricsOverride {
                width,
                height,
                device_scale_factor: 1.0,
                mobile,
                scale: None,
                screen_width: None,
                screen_height: None,
                position_x: None,
                position_y: None,
                dont_set_visible_size: None,
                screen_orientation: None,
                viewport: None,
                display_feature: None,
                device_posture: None,
            })
            .unwrap();
    }

    pub fn prefer(&self, name: &str, value: &str) {
        let feature = Emulation::MediaFeature { name: name.into(), value: value.into() };
        let method = Emulation::SetEmulatedMedia { media: None, features: Some(vec![feature]) };
        self.tab.call_method(method).unwrap();
    }

    pub fn pdf(&self) -> Vec<u8> {
        self.tab.print_to_pdf(None).unwrap()
    }

    /// Keeps a picture of the page where the user asks for it.
    pub fn picture(&self, name: &str) {
        let Some(folder) = env::var_os("SCREENSHOTS") else { return };
        let format = CdpPage::CaptureScreenshotFormatOption::Png;
        let png = self.tab.capture_screenshot(format, None, None, true).unwrap();
        fs::write(Path::new(&folder).join(name), png).unwrap();
    }
}
