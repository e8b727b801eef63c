//! How figures are written for people, in pages, files and sentences alike.
//!
//! All of them round halves up and set thousands off with commas, in both languages; a unit stands behind a space.
//! They use integers and never the standard library's exact printing of floats, which would be 20 kB of the browser's bundle.
//! What programs read (JSON, cells of CSV and XLSX) is no matter of these functions but the plain number.
//!
//! | To write | Use |
//! |---|---|
//! | a count, a figure with so many decimals or digits | [`count`], [`decimal`], [`trimmed`], [`significant`], [`concise`] |
//! | memory of a card or host: headlines, tables, sentences | [`gib`], [`bytes`], [`size`] |
//! | room on a drive | [`stored`] |
//! | a rate of transfer, of samples, of arithmetic | [`rate`], [`samples`], [`tflops`] |
//! | a share, a difference | [`percent`], [`whole_percent`], [`change`], [`deviation`] |
//! | a time: cards and tables, notes, diagnosis, machines to buy | [`duration`], [`brief`], [`measured_time`], [`spelled_time`] |
//! | money | [`money`], [`whole_money`], [`dollars`], [`priced`] |

mod memory;
#[cfg(feature = "json")]
mod money;
mod number;
mod rate;
mod share;
mod time;

pub use memory::{bytes, fine_gib, gib, gib_number, kit, mib, size, stored, stored_at_least};
#[cfg(feature = "json")]
pub use money::{cents, dollars, money, money_decimals, payable, priced, whole_money};
pub use number::{
    coarse, concise, count, decimal, multiple, number, plain, ratio, rounded_count, short_count, significant, small, tally,
    trimmed, written,
};
pub use rate::{exact_rate, rate, samples, samples_number, tflops};
pub use share::{change, deviation, fine_deviation, fine_percent, percent, tenth_percent, whole_percent};
pub use time::{brief, duration, hours, measured_time, spelled_time, tick};
