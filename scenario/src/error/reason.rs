//! Why a field can be at fault, with the figures and words that say so.

use super::relax::Relax;

/// Why a field is at fault.
#[derive(Debug, Clone, PartialEq)]
pub enum Reason {
    /// It must be given.
    Required,
    /// No field has this name.
    UnknownField {
        /// The field of that object whose name is nearest.
        nearest: Option<String>,
    },
    /// No parameter has this name.
    UnknownParameter {
        /// The parameter whose name is nearest.
        nearest: Option<String>,
    },
    /// The catalog has no such id.
    UnknownId {
        /// What was asked for.
        given: String,
        /// What followed it in the catalog, or else the nearest id there.
        nearest: Option<String>,
        /// What became of it, where the catalog listed it once.
        retired: Option<&'static catalog::Retired>,
    },
    /// Not one of the words that the field takes.
    UnknownValue {
        /// What was given.
        given: String,
        /// The words it takes.
        allowed: Vec<String>,
    },
    /// A kind of model that nobody models.
    UnknownKind {
        /// What was given.
        given: String,
        /// The kind that is modelled and most like it.
        nearest: Option<String>,
        /// All that are modelled.
        allowed: Vec<String>,
    },
    /// A value of another kind.
    WrongType {
        /// What the field takes.
        expected: Expected,
    },
    /// A number beyond the allowed range.
    OutOfRange {
        /// Smallest allowed.
        min: f64,
        /// Largest allowed.
        max: f64,
        /// Of what.
        unit: Unit,
    },
    /// A sequence that does not hold its pictures and a word.
    ShorterThanPictures {
        /// Fewest tokens that do.
        min: u64,
        /// Tokens that one picture takes.
        each: u64,
        /// Most allowed.
        max: u64,
    },
    /// A length that the model cannot halve often enough.
    NotAMultiple {
        /// What it must be a multiple of.
        of: u64,
        /// Of what.
        unit: Unit,
    },
    /// The choice exists, but not for what another field says.
    NotApplicable {
        /// Pointer of the other field.
        with: &'static str,
        /// What the other field says.
        value: String,
        /// What can be chosen instead.
        allowed: Vec<String>,
    },
    /// It is part of a traced network's code, or of what it reads.
    #[cfg(feature = "json")]
    SettledByTrace,
    /// Models that answer are not planned in this place; an estimate of one is to be had.
    NotAnswered,
    /// What a model of this kind needs to answer is not modeled.
    NotServed,
    /// The model trains, and what it needs to answer is not modeled yet.
    TrainedAlone,
    /// No machine of the catalog does what was asked.
    NoMachine,
    /// The model can be run, and its training is not modeled.
    NotTrained,
    /// A traced network is not kept in plans.
    #[cfg(feature = "json")]
    NotKept,
    /// No program is written for a traced network.
    #[cfg(feature = "json")]
    NoProgram,
    /// Nothing is known of memory and time in this framework but a lower bound, which is no answer here.
    NotModeled {
        /// The framework.
        framework: engine::training::Framework,
    },
    /// The setting belongs to methods other than the one that another field says.
    OfAnother {
        /// Pointer of the other field.
        with: &'static str,
        /// What the other field says.
        value: String,
        /// The methods that read the setting.
        methods: Vec<&'static str>,
    },
    /// It is said more than once, and not each time the same.
    Repeated {
        /// The last of them, by which pages go, be it empty; none where nothing goes by any.
        last: Option<String>,
    },
    /// Two fields exclude one another.
    Conflict {
        /// Pointer of the other field.
        with: &'static str,
    },
    /// A text of too many characters.
    TooLong {
        /// Most characters allowed.
        max: usize,
    },
    /// A list of too few or too many entries.
    WrongCount {
        /// Fewest allowed.
        min: usize,
        /// Most allowed.
        max: usize,
    },
    /// Two parts of a kind are named where a machine has one.
    #[cfg(feature = "json")]
    TwoOfAKind {
        /// The one.
        first: String,
        /// The other.
        second: String,
    },
    /// Two parts are named that stand in no machine together.
    #[cfg(feature = "json")]
    DoNotFit {
        /// The one.
        one: String,
        /// The other.
        other: String,
        /// What keeps them apart.
        why: Misfit,
    },
    /// A part that is chosen in a field of its own.
    #[cfg(feature = "json")]
    OfAnotherField {
        /// The part.
        given: String,
        /// Its field.
        field: &'static str,
    },
    /// No plan keeps this constraint together with the others.
    Contradictory(Relax),
    /// A text that is not JSON.
    NotJson {
        /// The line where it stops being JSON, from 1.
        line: usize,
        /// The character there, from 1.
        column: usize,
    },
    /// Something is wrong in a line of a table.
    #[cfg(feature = "json")]
    InLine {
        /// The line, from 1.
        line: u64,
        /// The column, or empty for the whole line.
        column: &'static str,
        /// What is wrong there.
        reason: Box<Reason>,
    },
    /// A number that is one in some countries and a thousand times as much in others.
    #[cfg(feature = "json")]
    AmbiguousNumber {
        /// What stands there.
        given: String,
        /// The whole number that it may be, without the sign between thousands.
        whole: String,
        /// The fraction that it may be, in digits that nobody takes for thousands.
        fraction: String,
    },
    /// No column of a table has this name.
    #[cfg(feature = "json")]
    UnknownColumn {
        /// What stands there.
        given: String,
        /// The column whose name is nearest.
        nearest: Option<String>,
    },
    /// It is there twice.
    #[cfg(feature = "json")]
    Duplicate {
        /// Pointer of the first.
        of: String,
    },
    /// Two currencies meet, and there is no built-in rate.
    #[cfg(feature = "json")]
    RateRequired,
    /// A rate of exchange that does not say currency and number with a colon between them.
    #[cfg(feature = "json")]
    NotARate {
        /// What was given.
        given: String,
    },
    /// No currency has this code.
    #[cfg(feature = "json")]
    UnknownCurrency {
        /// What was given.
        given: String,
    },
    /// A text of too many bytes.
    #[cfg(feature = "json")]
    TooLarge {
        /// Most bytes allowed.
        max_bytes: usize,
    },
    /// A text in another encoding.
    #[cfg(feature = "json")]
    NotUtf8,
    /// A file that is no workbook.
    #[cfg(feature = "json")]
    NotAWorkbook,
    /// A text that is no day.
    #[cfg(feature = "json")]
    NotADate,
    /// A text that is no point in time.
    #[cfg(feature = "json")]
    NotATime,
    /// A point in time that is over.
    #[cfg(feature = "json")]
    Past,
}

impl Reason {
    /// A stable code for tools.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Required => "required",
            Self::UnknownField { .. } => "unknown-field",
            Self::UnknownParameter { .. } => "unknown-parameter",
            Self::UnknownId { .. } => "unknown-id",
            Self::UnknownValue { .. } | Self::UnknownKind { .. } => "unknown-value",
            Self::WrongType { .. } => "wrong-type",
            Self::OutOfRange { .. } | Self::ShorterThanPictures { .. } => "out-of-range",
            Self::NotAMultiple { .. } => "not-a-multiple",
            Self::NotApplicable { .. } | Self::OfAnother { .. } => "not-applicable",
            Self::NotModeled { .. } | Self::NotAnswered | Self::NotServed | Self::NotTrained | Self::TrainedAlone => {
                "not-modelled"
            }
            #[cfg(feature = "json")]
            Self::NotKept | Self::NoProgram | Self::SettledByTrace => "not-applicable",
            Self::Repeated { .. } => "duplicate",
            Self::Conflict { .. } => "conflict",
            Self::TooLong { .. } => "too-long",
            Self::WrongCount { .. } => "wrong-count",
            Self::Contradictory(_) | Self::NoMachine => "contradictory",
            Self::NotJson { .. } => "not-json",
            #[cfg(feature = "json")]
            Self::TwoOfAKind { .. } | Self::DoNotFit { .. } => "parts-contradict",
            #[cfg(feature = "json")]
            Self::OfAnotherField { .. } => "of-another-field",
            #[cfg(feature = "json")]
            Self::InLine { reason, .. } => reason.code(),
            #[cfg(feature = "json")]
            Self::AmbiguousNumber { .. } => "ambiguous-number",
            #[cfg(feature = "json")]
            Self::UnknownColumn { .. } => "unknown-column",
            #[cfg(feature = "json")]
            Self::Duplicate { .. } => "duplicate",
            #[cfg(feature = "json")]
            Self::RateRequired => "rate-required",
            #[cfg(feature = "json")]
            Self::NotARate { .. } | Self::UnknownCurrency { .. } => "unknown-value",
            #[cfg(feature = "json")]
            Self::TooLarge { .. } => "too-large",
            #[cfg(feature = "json")]
            Self::NotUtf8 => "not-utf-8",
            #[cfg(feature = "json")]
            Self::NotAWorkbook => "not-a-workbook",
            #[cfg(feature = "json")]
            Self::NotADate => "not-a-date",
            #[cfg(feature = "json")]
            Self::NotATime => "not-a-time",
            #[cfg(feature = "json")]
            Self::Past => "past",
        }
    }
}

/// What keeps two parts out of one machine.
#[cfg(feature = "json")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Misfit {
    /// They are made for different sockets.
    Socket,
    /// The board takes other memory.
    Memory,
    /// The board is too large for the case.
    BoardSize,
    /// The power supply is too large for the case.
    SupplySize,
    /// A whole system comes with such a part.
    WithinServer,
    /// A case, or a whole system, is none of the kind that was asked for.
    CaseStyle,
}

/// The kind of value that a field takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expected {
    /// A whole number, not negative.
    Integer,
    /// A number.
    Number,
    /// A number that is not negative, where only the sign speaks against what was given.
    NotNegative,
    /// A text.
    Text,
    /// True or false.
    Flag,
    /// An object.
    Object,
    /// A list.
    List,
    /// A whole number, or a pair of them.
    IntegerOrPair,
    /// A text, or a list of texts.
    TextOrList,
    /// A text, or an object.
    TextOrObject,
}

/// What a bounded number counts or measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Nothing with a name.
    None,
    /// Accelerators.
    Gpus,
    /// Machines.
    Nodes,
    /// GiB.
    Gib,
    /// GB/s.
    GbPerSecond,
    /// TFLOP/s.
    Tflops,
    /// PCI Express lanes.
    Lanes,
    /// Watts.
    Watts,
    /// Samples.
    Samples,
    /// Pixels.
    Pixels,
    /// Tokens.
    Tokens,
    /// Classes.
    Classes,
    /// Bytes.
    Bytes,
    /// Seconds.
    Seconds,
    /// Samples per second.
    SamplesPerSecond,
}
