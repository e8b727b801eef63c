//! `rigwise prices check`: what is wrong in the price lists of a folder, before a server reads them.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Subcommand;
use wire::Locale;
use workstation::price_list::PriceList;

use super::language::Language;
use super::output::{fail, print};
use crate::prices;

/// What can be done with price lists.
#[derive(Debug, Clone, Subcommand)]
pub enum PricesCommand {
    /// Read the lists of a folder as the server does: name every fault with file, line and column, or say how many parts have a
    /// price. The exit status says whether they can be used.
    Check {
        /// The folder, as `RIGWISE_PRICES` names it.
        folder: PathBuf,
        /// Language of the texts.
        #[arg(long, value_enum, default_value_t)]
        language: Language,
    },
}

/// Checks, and says what was found.
pub fn run(command: &PricesCommand) -> ExitCode {
    let PricesCommand::Check { folder, language } = command;
    let locale = Locale::from(*language);
    match prices::read(folder) {
        Ok(list) => print(&told(&list, locale)),
        Err(broken) => fail(&broken.told(locale)),
    }
}

fn told(list: &PriceList, locale: Locale) -> String {
    let parts = list.len();
    let mut lines = vec![match locale {
        Locale::En => format!("parts with a price: {parts}"),
        Locale::Zh => format!("有价格的部件：{parts}"),
    }];
    lines.extend(list.rates().iter().map(|(of, rate)| format!("1 USD = {rate} {}", of.as_str())));
    lines.join("\n")
}
