//! What a diagnosis is asked with: a symptom and what was seen of the run, from JSON or a query.

use engine::diagnosis::{Pace, SeenMemory, Symptom as Seen};
use engine::units::{Bytes, SamplesPerSecond, Seconds};

use crate::error::{Expected, FieldError, Reason, Unit};
use crate::number::{no_number, parse_integer, parse_number};
use crate::query;
use wire::v1::diagnose::{Observed, Symptom};

/// Parameter of a query that names the symptom.
pub const SYMPTOM_NAME: &str = "see";
/// What begins the parameters of a query with figures of the run.
const SEEN: &str = "seen_";
/// The last step that can be observed: no run has had as many.
pub const LAST_STEP: u64 = 1_000_000_000_000;
/// The most memory that can be observed: 1 PiB.
const MOST_BYTES: f64 = 1_125_899_906_842_624.0;

/// A figure of the run itself: its name, its range, and its place.
#[derive(Debug, Clone, Copy)]
pub struct Figure {
    /// Name in JSON (`step`).
    pub name: &'static str,
    /// Parameter of a query (`seen_step`).
    pub parameter: &'static str,
    /// Least and most.
    pub range: (f64, f64),
    /// Unit, as errors name it.
    pub unit: Unit,
    /// What it says, for the reference.
    pub about: &'static str,
    place: Place,
}

/// Where a figure is kept.
#[derive(Debug, Clone, Copy)]
enum Place {
    Number(fn(&mut Observed) -> &mut Option<f64>),
    Integer(fn(&mut Observed) -> &mut Option<u64>),
}

const fn number(
    (name, parameter): (&'static str, &'static str),
    range: (f64, f64),
    unit: Unit,
    about: &'static str,
    place: fn(&mut Observed) -> &mut Option<f64>,
) -> Figure {
    Figure { name, parameter, range, unit, about, place: Place::Number(place) }
}

const fn bytes(
    (name, parameter): (&'static str, &'static str),
    about: &'static str,
    place: fn(&mut Observed) -> &mut Option<u64>,
) -> Figure {
    Figure { name, parameter, range: (0.0, MOST_BYTES), unit: Unit::Bytes, about, place: Place::Integer(place) }
}

/// Every figure of a run that a diagnosis reads.
pub const FIGURES: [Figure; 12] = [
    number(
        ("samples_per_second", "seen_rate"),
        (1e-6, 1e12),
        Unit::Samples,
        "Samples per second of all GPUs, as measured.",
        |seen| &mut seen.samples_per_second,
    ),
    number(
        ("step_seconds", "seen_step_seconds"),
        (1e-9, 1e9),
        Unit::Seconds,
        "Seconds of an optimizer step, as measured.",
        |seen| &mut seen.step_seconds,
    ),
    number(("times_slower", "seen_times_slower"), (1e-3, 1e9), Unit::None, "So many times slower than planned.", |seen| {
        &mut seen.times_slower
    }),
    Figure {
        name: "step",
        parameter: "seen_step",
        range: (0.0, LAST_STEP as f64),
        unit: Unit::None,
        about: "The optimizer step in which it happened, counted from 1, 0 before the first.",
        place: Place::Integer(|seen| &mut seen.step),
    },
    bytes(("requested_bytes", "seen_requested_bytes"), "What the card refused.", |seen| &mut seen.requested_bytes),
    bytes(("capacity_bytes", "seen_capacity_bytes"), "The card's memory, as the message has it.", |seen| {
        &mut seen.capacity_bytes
    }),
    bytes(("free_bytes", "seen_free_bytes"), "What of it was free.", |seen| &mut seen.free_bytes),
    bytes(("allocated_bytes", "seen_allocated_bytes"), "What tensors of the process held.", |seen| &mut seen.allocated_bytes),
    bytes(("reserved_bytes", "seen_reserved_bytes"), "What its allocator held, with what is in use.", |seen| {
        &mut seen.reserved_bytes
    }),
    bytes(("other_programs_bytes", "seen_other_programs_bytes"), "What other processes held of the card.", |seen| {
        &mut seen.other_programs_bytes
    }),
    bytes(("resident_bytes", "seen_resident_bytes"), "Host memory of the process that the system ended.", |seen| {
        &mut seen.resident_bytes
    }),
    number(
        ("timeout_seconds", "seen_timeout_seconds"),
        (1e-3, 1e9),
        Unit::Seconds,
        "When the processes gave up waiting.",
        |seen| &mut seen.timeout_seconds,
    ),
];

impl Figure {
    /// The error that names this figure.
    #[must_use]
    pub fn at_fault(&self, reason: Reason) -> FieldError {
        FieldError::new(format!("/observed/{}", self.name), reason)
    }

    /// Puts a number into its place.
    ///
    /// # Errors
    /// It is out of range, or not whole where it must be.
    pub fn put(&self, value: f64, observed: &mut Observed) -> Result<(), FieldError> {
        let (min, max) = self.range;
        if !(min..=max).contains(&value) {
            return Err(self.at_fault(Reason::OutOfRange { min, max, unit: self.unit }));
        }
        match self.place {
            Place::Number(place) => *place(observed) = Some(value),
            Place::Integer(_) if value.fract() != 0.0 => {
                return Err(self.at_fault(Reason::WrongType { expected: Expected::Integer }));
            }
            // Below 2^53, where every integer is a float of its own.
            Place::Integer(place) => *place(observed) = Some(value as u64),
        }
        Ok(())
    }

    /// The figure as a parameter has it; none where nothing was observed.
    #[must_use]
    pub fn text(&self, mut observed: Observed) -> Option<String> {
        match self.place {
            Place::Number(place) => place(&mut observed).map(|value| value.to_string()),
            Place::Integer(place) => place(&mut observed).map(|value| value.to_string()),
        }
    }

    /// Reads the text of a parameter.
    fn read(&self, text: &str, observed: &mut Observed) -> Result<(), FieldError> {
        let value = match self.place {
            Place::Number(_) => parse_number(text).ok_or_else(|| self.at_fault(no_number(text)))?,
            Place::Integer(_) => {
                let whole = parse_integer(text);
                whole.ok_or_else(|| self.at_fault(Reason::WrongType { expected: Expected::Integer }))? as f64
            }
        };
        self.put(value, observed)
    }
}

/// Figures that cannot be together: more in use than is reserved, more free than there is.
#[must_use]
pub fn contradictions(observed: &Observed) -> Vec<FieldError> {
    let at_most = |pointer: &str, part: Option<u64>, whole: Option<u64>| {
        let (part, whole) = (part?, whole?);
        let reason = Reason::OutOfRange { min: 0.0, max: whole as f64, unit: Unit::Bytes };
        (part > whole).then(|| FieldError::new(pointer, reason))
    };
    let Observed { allocated_bytes, reserved_bytes, free_bytes, capacity_bytes, .. } = *observed;
    [
        at_most("/observed/allocated_bytes", allocated_bytes, reserved_bytes),
        at_most("/observed/free_bytes", free_bytes, capacity_bytes),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Whether a parameter of a query is one of a diagnosis's own.
#[must_use]
pub fn is_own(parameter: &str) -> bool {
    parameter == SYMPTOM_NAME || parameter.starts_with(SEEN)
}

/// The parameters that ask for a symptom with what was observed.
#[must_use]
pub fn to_query(symptom: Symptom, observed: Observed) -> Vec<(&'static str, String)> {
    let seen = FIGURES.iter().filter_map(|figure| Some((figure.parameter, figure.text(observed)?)));
    std::iter::once((SYMPTOM_NAME, symptom.as_str().to_owned())).chain(seen).collect()
}

/// The engine's symptom, with what was observed of it.
#[must_use]
pub fn engine_symptom(symptom: Symptom, observed: Observed) -> Seen {
    let bytes = |bytes: Option<u64>| bytes.map(Bytes);
    match symptom {
        Symptom::LowUtilization => Seen::LowUtilization,
        Symptom::OutOfMemory => Seen::OutOfMemory {
            step: observed.step,
            seen: SeenMemory {
                requested: bytes(observed.requested_bytes),
                capacity: bytes(observed.capacity_bytes),
                free: bytes(observed.free_bytes),
                allocated: bytes(observed.allocated_bytes),
                reserved: bytes(observed.reserved_bytes),
                others: bytes(observed.other_programs_bytes),
            },
        },
        Symptom::BatchCannotGrow => Seen::BatchCannotGrow,
        Symptom::ThroughputBelowEstimate => {
            let rate = observed.samples_per_second.map(|rate| Pace::Rate(SamplesPerSecond::new(rate)));
            let step = observed.step_seconds.map(|time| Pace::Step(Seconds::new(time)));
            Seen::ThroughputBelowEstimate { measured: rate.or(step).or(observed.times_slower.map(Pace::TimesSlower)) }
        }
        Symptom::SecondCardIdle => Seen::SecondCardIdle,
        Symptom::SystemFreezes => Seen::SystemFreezes,
        Symptom::NotANumber => Seen::NotANumber,
        Symptom::SharedMemoryTooSmall => Seen::SharedMemoryTooSmall,
        Symptom::WorkerKilled => Seen::WorkerKilled { resident: bytes(observed.resident_bytes) },
        Symptom::CollectiveHang => Seen::CollectiveHang { timeout: observed.timeout_seconds.map(Seconds::new) },
        Symptom::SlowsDown => Seen::SlowsDown,
    }
}

/// The symptom of a word.
///
/// # Errors
/// There is none of that name.
pub fn symptom(word: &str) -> Result<Symptom, FieldError> {
    Symptom::from_word(word).ok_or_else(|| {
        let given = word.chars().take(crate::limits::TEXT_LENGTH).collect();
        let allowed = Symptom::WORDS.iter().map(|&word| word.to_owned()).collect();
        FieldError::new("/symptom", Reason::UnknownValue { given, allowed })
    })
}

/// What a query says of a symptom.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Asked {
    /// The symptom; none where the query names none, or one that is not known.
    pub symptom: Option<Symptom>,
    /// What was observed.
    pub observed: Observed,
    /// Parameters at fault.
    pub errors: Vec<FieldError>,
}

/// Reads the parameters of a diagnosis out of an encoded query; the scenario's own are for [`query`].
#[must_use]
pub fn parse_query(encoded: &str) -> Asked {
    let mut asked = Asked::default();
    let pairs: Vec<(String, String)> = query::decode(encoded).collect();
    // Of two with the same name the last one counts, as for the scenario's.
    let text = |name: &str| {
        let found = pairs.iter().rev().find(|(found, _)| found == name);
        found.map(|(_, text)| text.trim()).filter(|text| !text.is_empty())
    };
    if let Some(word) = text(SYMPTOM_NAME) {
        keep(symptom(word), &mut asked.symptom, &mut asked.errors);
    }
    for figure in &FIGURES {
        if let Some(text) = text(figure.parameter)
            && let Err(error) = figure.read(text, &mut asked.observed)
        {
            asked.errors.push(error);
        }
    }
    asked.errors.extend(contradictions(&asked.observed));
    asked
}

/// Puts what could be read into its place, and what could not among the errors.
pub(crate) fn keep<T>(read: Result<T, FieldError>, place: &mut Option<T>, errors: &mut Vec<FieldError>) {
    match read {
        Ok(value) => *place = Some(value),
        Err(error) => errors.push(error),
    }
}
