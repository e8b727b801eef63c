//! `cargo xtask screens`: every page as a picture, in both languages, on a desktop and a phone, light and dark, in `docs/screens`.

use anyhow::{Context, Result};

use crate::serve::{Profile, build_server};
use crate::test::browser;
use crate::{bundle, process, setup};

/// Builds the site and draws its pages.
pub fn run() -> Result<()> {
    setup::browser()?;
    bundle::build()?;
    build_server(Profile::Debug)?;
    process::run(browser::playwright()?.args(["--config", "screens.config.ts"])).context("not every page could be drawn")
}
