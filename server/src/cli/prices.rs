//! Price lists of one's own shops: what is wrong in those of a folder, before a server reads them, and the list that commands
//! answer by, as the server does.

use std::env;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

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

/// The list of the folder that `RIGWISE_PRICES` names; none where prices are the catalog's.
///
/// # Errors
/// What is wrong in its files, all of them.
pub fn of_environment() -> Result<Option<Arc<PriceList>>, prices::Broken> {
    let folder = env::var_os("RIGWISE_PRICES").filter(|folder| !folder.is_empty()).map(PathBuf::from);
    folder.map(|folder| prices::read(&folder).map(Arc::new)).transpose()
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
