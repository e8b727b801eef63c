//! Whether a plan works, in one word: the worst of card, memory, drive and deadline, of an answer or of a stored one.

use engine::estimate::{Estimate, Fit, HostNote, Note};
use engine::units::{Bytes, Seconds};

use wire::v1::scenario::Constraints;

/// The word, from the best to the worst.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// It works, even at the high end of its range.
    Fits,
    /// It works as expected, but not at the high end of its range.
    Tight,
    /// It works, but takes longer than it may.
    Late,
    /// The drives do not hold the data set.
    Drive,
    /// The host's memory does not hold the run.
    Host,
    /// Neither the host's memory nor the drives hold what they have to.
    HostAndDrive,
    /// The card does not hold the run.
    Short,
}

/// How a plan stands, with what its word rests on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Standing {
    /// The worst of all.
    pub verdict: Verdict,
    /// The data set, where the drives do not hold it; none as well where an early answer does not say how large it is.
    pub data_set: Option<Bytes>,
    /// The whole run's time and its deadline, where the one is longer than the other and the run works at all.
    pub late: Option<(Seconds, Seconds)>,
    /// Cards that do nothing, and how many there are, where some do nothing.
    pub idle: Option<(u64, u64)>,
}

/// What the word is made of.
#[expect(clippy::struct_excessive_bools, reason = "each is a ground of its own, and any of them may hold together")]
#[derive(Debug, Clone, Copy)]
struct Grounds {
    is_short: bool,
    is_tight: bool,
    host_is_short: bool,
    drive_is_short: bool,
    data_set: Option<Bytes>,
    run: Option<Seconds>,
    deadline: Option<Seconds>,
    idle: Option<(u64, u64)>,
}

impl Standing {
    /// That of an answer, within what was asked to be kept.
    #[must_use]
    pub fn of(estimate: &Estimate, constraints: &Constraints) -> Self {
        let exceeds = |note: &Note| match note {
            Note::Host(HostNote::DatasetExceedsStorage { data_set, .. }) => Some(*data_set),
            _ => None,
        };
        let data_set = estimate.notes.iter().find_map(exceeds);
        let gpus = estimate.scenario.hardware.total_gpus();
        let idle = estimate.notes.iter().find_map(|note| match note {
            Note::IdleGpus { count } => Some((*count, gpus)),
            _ => None,
        });
        Self::from(Grounds {
            is_short: !estimate.vram.fit.fits(),
            is_tight: matches!(estimate.vram.fit, Fit::Tight { .. }),
            host_is_short: estimate.ram.minimum > estimate.scenario.hardware.ram,
            drive_is_short: data_set.is_some(),
            data_set,
            run: Some(estimate.speed.run(estimate.scenario.training.epochs)),
            deadline: constraints.deadline_seconds.map(Seconds::new),
            idle,
        })
    }

    /// That of a stored answer; what it leaves out is looked for in what was `asked`. None where it does not even say
    /// whether the card holds the run.
    #[cfg(feature = "json")]
    #[must_use]
    pub fn of_stored(result: &serde_json::Value, asked: &serde_json::Value) -> Option<Self> {
        use serde_json::Value;
        let whole = |pointer: &str| result.pointer(pointer).and_then(Value::as_u64);
        let setting = |pointer: &str| result.pointer(&format!("/inputs{pointer}")).or_else(|| asked.pointer(pointer));
        let seconds = |value: Option<&Value>| value.and_then(Value::as_f64).filter(|time| *time >= 0.0).map(Seconds::new);
        let verdict = result.pointer("/vram/verdict").and_then(Value::as_str);
        let fits = match verdict {
            Some("not-modelled") => return None,
            Some(verdict) => verdict != "short",
            None => result.pointer("/vram/fits").and_then(Value::as_bool).or_else(|| {
                let used = whole("/vram/device_peak_bytes")?.saturating_add(whole("/vram/desktop_bytes").unwrap_or(0));
                Some(used <= whole("/vram/capacity_bytes")?)
            })?,
        };
        // A machine whose graphics share its memory names no capacity.
        let installed = setting("/hardware/ram_gib").and_then(Value::as_u64).filter(|installed| *installed > 0);
        let notes = || result.pointer("/notes").and_then(Value::as_array).into_iter().flatten();
        let is_noted = |code: &str| notes().any(|note| note.get("code").and_then(Value::as_str) == Some(code));
        let drive_is_short = is_noted("dataset-exceeds-storage");
        // Without shards or replicas one card works.
        let count = |pointer: &str| setting(pointer).and_then(Value::as_u64).unwrap_or(1);
        let gpus = count("/hardware/gpu_count").saturating_mul(count("/hardware/nodes"));
        Some(Self::from(Grounds {
            is_short: !fits,
            is_tight: verdict == Some("tight"),
            host_is_short: whole("/ram/minimum_gib").zip(installed).is_some_and(|(least, installed)| least > installed),
            drive_is_short,
            data_set: setting("/data/bytes_on_disk").and_then(Value::as_u64).map(Bytes).filter(|_| drive_is_short),
            run: seconds(result.pointer("/speed/total_seconds")),
            deadline: seconds(setting("/constraints/deadline_seconds")),
            idle: (is_noted("idle-gpus") && gpus > 1).then(|| (gpus - 1, gpus)),
        }))
    }

    /// Whether the run works: the card, the host's memory and the drives hold what they have to.
    #[must_use]
    pub const fn holds(&self) -> bool {
        matches!(self.verdict, Verdict::Fits | Verdict::Tight | Verdict::Late)
    }
}

impl From<Grounds> for Standing {
    fn from(grounds: Grounds) -> Self {
        let Grounds { is_short, is_tight, host_is_short, drive_is_short, data_set, run, deadline, idle } = grounds;
        // The time of a run that does not fit means nothing.
        let late = run.zip(deadline).filter(|(run, deadline)| run > deadline && !is_short);
        let verdict = match (host_is_short, drive_is_short) {
            _ if is_short => Verdict::Short,
            (true, true) => Verdict::HostAndDrive,
            (true, false) => Verdict::Host,
            (false, true) => Verdict::Drive,
            (false, false) if late.is_some() => Verdict::Late,
            (false, false) if is_tight => Verdict::Tight,
            (false, false) => Verdict::Fits,
        };
        Self { verdict, data_set, late, idle }
    }
}
