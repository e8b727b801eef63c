//! Durations. Each kind of place tells them with its own exactness; units stand in the reader's language.

use engine::units::{SECONDS_PER_DAY, SECONDS_PER_HOUR, SECONDS_PER_MINUTE, Seconds};
use wire::locale::Locale;

use super::number::{coarse, concise, decimal, plain, significant};

/// From two minutes and from two hours on a sentence counts in the larger unit; times that round to these already do.
const TWO_MINUTES: f64 = 119.5;
const TWO_HOURS: f64 = 7170.0;

/// What is shorter than this has no digit in microseconds.
const NOTHING: f64 = 5e-9;

/// A duration by its size, for cards and tables: `85.0 ms`, `3.20 s`, `4 min 10 s`, `2 h 14 min`, `3 d 4 h`.
#[must_use]
pub fn duration(time: Seconds, locale: Locale) -> String {
    let seconds = time.get();
    let (d, h, min, s, ms, us) = match locale {
        Locale::En => ("d", "h", "min", "s", "ms", "µs"),
        Locale::Zh => ("天", "小时", "分", "秒", "毫秒", "微秒"),
    };
    if seconds < NOTHING {
        return ["0 ", s].concat();
    }
    if seconds < 1e-3 {
        return format!("{} {us}", significant(seconds * 1e6));
    }
    if seconds < 0.9995 {
        return format!("{} {ms}", significant(seconds * 1e3));
    }
    if seconds < 59.95 {
        return format!("{} {s}", significant(seconds));
    }
    let whole = (seconds + 0.5) as u64;
    let (large, small, large_unit, small_unit) = match whole {
        ..3600 => (whole / 60, whole % 60, min, s),
        // Hours up to two days, as sentences have them: what is 46 hours there is no "1 d 22 h" here.
        3600..172_800 => ((whole + 30) / 3600, (whole + 30) % 3600 / 60, h, min),
        _ => ((whole + 1800) / 86400, (whole + 1800) % 86400 / 3600, d, h),
    };
    let large = super::count(large);
    if small == 0 { format!("{large} {large_unit}") } else { format!("{large} {large_unit} {small} {small_unit}") }
}

/// A mark on an axis of times, which is a round one: seconds without zeros behind the point, else as [`duration`] has it.
#[must_use]
pub fn tick(time: Seconds, locale: Locale) -> String {
    let seconds = time.get();
    if !(1.0..59.95).contains(&seconds) {
        return duration(time, locale);
    }
    let decimals = u32::from((seconds - seconds.floor()) > 0.05);
    format!("{} {}", decimal(seconds, decimals), locale.pick("s", "秒"))
}

/// A duration for a note, in one unit and no more digits than a rough figure has: `85 ms`, `3.2 s`, `4 min`, `30 h`.
#[must_use]
pub fn brief(time: Seconds, locale: Locale) -> String {
    let seconds = time.get();
    match seconds {
        ..0.9995 => format!("{} {}", decimal(seconds * 1e3, 0), milliseconds(locale)),
        ..9.95 => format!("{} {}", decimal(seconds, 1), locale.pick("s", "秒")),
        ..TWO_MINUTES => format!("{} {}", decimal(seconds, 0), locale.pick("s", "秒")),
        _ => minutes_or(seconds, decimal(seconds / SECONDS_PER_HOUR, 0), locale),
    }
}

/// A duration for a diagnosis, in one unit with three digits, to be held against what a reader has measured: `84.6 ms`, `2.5 h`.
#[must_use]
pub fn measured_time(time: Seconds, locale: Locale) -> String {
    let seconds = time.get();
    match seconds {
        ..0.9995 => format!("{} {}", concise(seconds * 1e3), milliseconds(locale)),
        ..TWO_MINUTES => format!("{} {}", concise(seconds), locale.pick("s", "秒")),
        _ => minutes_or(seconds, concise(seconds / SECONDS_PER_HOUR), locale),
    }
}

const fn milliseconds(locale: Locale) -> &'static str {
    match locale {
        Locale::En => "ms",
        Locale::Zh => "毫秒",
    }
}

/// Whole minutes below two hours, else the hours that were written already.
fn minutes_or(seconds: f64, hours: String, locale: Locale) -> String {
    if seconds < TWO_HOURS {
        format!("{} {}", decimal(seconds / SECONDS_PER_MINUTE, 0), locale.pick("min", "分钟"))
    } else {
        hours + locale.pick(" h", " 小时")
    }
}

/// A run's time in seconds for whoever chooses a machine, with its largest suitable unit spelled out: `47 hours`, `2.5 days`.
#[must_use]
pub fn spelled_time(seconds: f64, locale: Locale) -> String {
    let units = [(SECONDS_PER_DAY, "days", "天"), (SECONDS_PER_HOUR, "hours", "小时"), (SECONDS_PER_MINUTE, "minutes", "分钟")];
    // Two of a unit are told better than 47 of the next.
    let (value, english, chinese) = units
        .into_iter()
        .find(|(unit, ..)| seconds >= unit * 2.0)
        .map_or((seconds, "seconds", "秒"), |(unit, english, chinese)| (seconds / unit, english, chinese));
    format!("{} {}", coarse(value), locale.pick(english, chinese))
}

/// Seconds as hours for the box of a form, with two decimals at most and no separators: `24`, `1.5`.
#[must_use]
pub fn hours(seconds: f64) -> String {
    let text = plain(seconds / SECONDS_PER_HOUR, 2);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_duration_has_the_exactness_of_its_place() {
        for (seconds, card, note, diagnosis) in [
            (0.0, "0 s", "0 ms", "0 ms"),
            (0.000_000_02, "0.02 µs", "0 ms", "0 ms"),
            (0.000_5, "500 µs", "1 ms", "0.5 ms"),
            (0.0846, "84.6 ms", "85 ms", "84.6 ms"),
            (0.9996, "1.00 s", "1.0 s", "1 s"),
            (3.2, "3.20 s", "3.2 s", "3.2 s"),
            (9.96, "9.96 s", "10 s", "9.96 s"),
            (59.97, "1 min", "60 s", "60 s"),
            (90.0, "1 min 30 s", "90 s", "90 s"),
            (250.0, "4 min 10 s", "4 min", "4 min"),
            (3599.6, "1 h", "60 min", "60 min"),
            (7199.0, "2 h", "2 h", "2 h"),
            (8040.0, "2 h 14 min", "2 h", "2.23 h"),
            (165_600.0, "46 h", "46 h", "46 h"),
            (172_740.0, "47 h 59 min", "48 h", "48 h"),
            (172_800.0, "2 d", "48 h", "48 h"),
            (273_600.0, "3 d 4 h", "76 h", "76 h"),
            (8.64e9, "100,000 d", "2,400,000 h", "2,400,000 h"),
        ] {
            let time = Seconds::new(seconds);
            let written = [duration(time, Locale::En), brief(time, Locale::En), measured_time(time, Locale::En)];
            assert_eq!(written, [card, note, diagnosis]);
        }
    }

    #[test]
    fn units_are_in_the_readers_language() {
        for (seconds, card, note, diagnosis) in [
            (0.0846, "84.6 毫秒", "85 毫秒", "84.6 毫秒"),
            (3.2, "3.20 秒", "3.2 秒", "3.2 秒"),
            (250.0, "4 分 10 秒", "4 分钟", "4 分钟"),
            (8040.0, "2 小时 14 分", "2 小时", "2.23 小时"),
            (273_600.0, "3 天 4 小时", "76 小时", "76 小时"),
        ] {
            let time = Seconds::new(seconds);
            let written = [duration(time, Locale::Zh), brief(time, Locale::Zh), measured_time(time, Locale::Zh)];
            assert_eq!(written, [card, note, diagnosis]);
        }
    }

    #[test]
    fn runs_are_told_in_words() {
        for (seconds, english, chinese) in [
            (0.0, "0 seconds", "0 秒"),
            (9.96, "10 seconds", "10 秒"),
            (119.0, "119 seconds", "119 秒"),
            (120.0, "2 minutes", "2 分钟"),
            (9000.0, "2.5 hours", "2.5 小时"),
            (169_200.0, "47 hours", "47 小时"),
            (172_800.0, "2 days", "2 天"),
            (1.08e8, "1,250 days", "1,250 天"),
        ] {
            assert_eq!([spelled_time(seconds, Locale::En), spelled_time(seconds, Locale::Zh)], [english, chinese]);
        }
    }

    #[test]
    fn marks_and_boxes_have_no_zeros_behind_the_point() {
        for (seconds, text) in
            [(0.5, "500 ms"), (1.0, "1 s"), (1.5, "1.5 s"), (15.0, "15 s"), (60.0, "1 min"), (7200.0, "2 h"), (86_400.0, "24 h")]
        {
            assert_eq!(tick(Seconds::new(seconds), Locale::En), text);
        }
        assert_eq!(tick(Seconds::new(15.0), Locale::Zh), "15 秒");
        for (seconds, text) in [(0.0, "0"), (5400.0, "1.5"), (36_000.0, "10"), (86_400.0, "24"), (3.6e6 * 2.0, "2000")] {
            assert_eq!(hours(seconds), text);
        }
    }
}
