//! A step of the tests: what it does, what it waits for, and what it takes of the machine meanwhile.

use anyhow::Result;

/// One thing to set up or to check.
#[derive(Debug, Clone, Copy)]
pub struct Step {
    pub name: &'static str,
    pub run: fn() -> Result<()>,
    /// Names of steps without which this one means nothing: it is skipped where one of them did not pass.
    pub needs: &'static [&'static str],
    /// Names of steps that have ended before this one begins, however they ended.
    pub after: &'static [&'static str],
    pub share: Share,
    /// The build folder that it fills; cargo lets one in at a time.
    pub fills: Option<Folder>,
    /// Files and folders, from the repository's root, without a change of which it need not run again (`known.rs`); none for
    /// a step that always runs.
    pub rests_on: &'static [&'static [&'static str]],
}

/// How much of the machine's processors a step takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Share {
    /// Next to nothing: it waits for a download.
    Waiting,
    /// About one processor.
    One,
    /// All there are, and it does not mind company.
    All,
    /// What the others leave: it runs at a lower priority, beside any but `Alone`.
    Rest,
    /// It holds what others do against a clock, so that only what waits may run beside it.
    Alone,
}

/// A folder below `target/` that cargo locks while it builds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Folder {
    /// Of native debug builds, which lints share.
    Debug,
    /// Of the browser's bundle and other WebAssembly.
    Wasm,
}

impl Step {
    /// A step that takes one processor and needs nothing.
    pub const fn new(name: &'static str, run: fn() -> Result<()>) -> Self {
        Self { name, run, needs: &[], after: &[], share: Share::One, fills: None, rests_on: &[] }
    }

    pub const fn needs(mut self, needs: &'static [&'static str]) -> Self {
        self.needs = needs;
        self
    }

    pub const fn after(mut self, after: &'static [&'static str]) -> Self {
        self.after = after;
        self
    }

    pub const fn takes(mut self, share: Share) -> Self {
        self.share = share;
        self
    }

    pub const fn fills(mut self, folder: Folder) -> Self {
        self.fills = Some(folder);
        self
    }

    pub const fn rests_on(mut self, files: &'static [&'static [&'static str]]) -> Self {
        self.rests_on = files;
        self
    }
}
