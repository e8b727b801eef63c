//! What all files together leave beyond doubt.

mod pictures;
mod texts;

use scenario::limits;
use wire::v1::choices::DataKind;
use wire::v1::scenario::Data;

use crate::facts::{DataSet, Forms, Item, Note, PartFacts};
use crate::file::{Format, Role};
use crate::holdings::{Group, Holdings, Part};
use crate::place::Split;

/// The least share of pictures and texts, in percent, that both of them must have to be worth a word. Pictures decide from
/// here on, since lists of what they show are often a good part of small sets.
const LEAST_SHARE: u64 = 25;

/// What the samples are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Pictures,
    Rows,
    Documents,
    Sounds,
    /// Nothing of it can be seen.
    Packed,
    /// There is nothing to train on.
    Nothing,
}

impl Kind {
    const fn groups(self) -> &'static [Group] {
        match self {
            Self::Pictures => &[Group::Pictures],
            Self::Rows => &[Group::Rows],
            Self::Documents => &[Group::Documents],
            Self::Sounds => &[Group::Sounds],
            Self::Packed => &[Group::Packed],
            Self::Nothing => &[],
        }
    }
}

impl Holdings {
    /// What the files are for a plan.
    #[must_use]
    pub fn decide(&self) -> DataSet {
        let kind = self.kind();
        let taken = self.taken(kind);
        let mut set = DataSet {
            data: Data::default(),
            missing: Vec::new(),
            files: self.files.count(),
            bytes: self.files.total(),
            forms: self.forms(),
            parts: Vec::new(),
            file_bytes: None,
            pictures: None,
            texts: None,
            unreadable: self.unreadable.1.clone(),
            notes: Vec::new(),
            lines: self.lines,
        };
        if let (Split::Train, true) = (taken, self.splits(kind).count() > 1) {
            set.notes.push(Note::SplitTaken(taken));
        }
        if let Some(part) = self.part(kind, taken) {
            set.file_bytes = part.files.spread();
            match kind {
                Kind::Pictures => pictures::decide(self, &part, taken, &mut set),
                Kind::Rows | Kind::Documents => texts::decide(&part, kind == Kind::Rows, &mut set),
                // What is said in them stands in a table beside them.
                Kind::Sounds => set.data.samples = Some(part.files.count()),
                Kind::Packed | Kind::Nothing => {}
            }
            let labels = if kind == Kind::Pictures { self.labels(taken).1 } else { 0 };
            let bytes = part.files.total().saturating_add(labels);
            set.data.bytes_on_disk = Some(bytes).filter(|bytes| limits::BYTES_ON_DISK.contains(*bytes));
            set.data.samples = set.data.samples.filter(|samples| limits::SAMPLES.contains(*samples));
            set.parts = self.parts_of(kind, taken, set.data.samples);
        }
        set.data.kind = match kind {
            Kind::Pictures => Some(DataKind::Images),
            Kind::Rows | Kind::Documents => Some(DataKind::Text),
            Kind::Sounds => Some(DataKind::Audio),
            Kind::Packed | Kind::Nothing => None,
        };
        self.remarks(kind, &mut set);
        set.missing = missing(&set.data, kind);
        set
    }

    fn group_bytes(&self, groups: &[Group]) -> u64 {
        self.parts
            .iter()
            .filter(|((group, _), _)| groups.contains(group))
            .map(|(_, part)| part.files.total())
            .fold(0, u64::saturating_add)
    }

    fn kind(&self) -> Kind {
        let pictures = self.group_bytes(&[Group::Pictures]);
        let (rows, documents) = (self.group_bytes(&[Group::Rows]), self.group_bytes(&[Group::Documents]));
        let packed = self.group_bytes(&[Group::Packed]);
        let texts = rows.saturating_add(documents);
        let sounds = self.group_bytes(&[Group::Sounds]);
        if packed > pictures.saturating_add(texts).saturating_add(sounds) {
            Kind::Packed
        } else if sounds > pictures
            && u128::from(sounds) * 100 >= (u128::from(sounds) + u128::from(texts)) * u128::from(LEAST_SHARE)
        {
            Kind::Sounds
        } else if pictures > 0
            && u128::from(pictures) * 100 >= (u128::from(pictures) + u128::from(texts)) * u128::from(LEAST_SHARE)
        {
            Kind::Pictures
        } else if texts == 0 {
            Kind::Nothing
        } else if rows >= documents {
            Kind::Rows
        } else {
            Kind::Documents
        }
    }

    fn splits(&self, kind: Kind) -> impl Iterator<Item = Split> {
        self.parts.keys().filter(move |(group, _)| kind.groups().contains(group)).map(|(_, split)| *split)
    }

    /// The part of the set that is trained on: the one that says so, else all. Where most say nothing, a few files that are
    /// called so do not make a part.
    fn taken(&self, kind: Kind) -> Split {
        let bytes = |wanted: Split| {
            let parts = self.parts.iter().filter(|((group, split), _)| kind.groups().contains(group) && *split == wanted);
            parts.map(|(_, part)| part.files.total()).fold(0, u64::saturating_add)
        };
        let has_train = self.splits(kind).any(|split| split == Split::Train);
        if has_train && bytes(Split::Train) >= bytes(Split::Unsaid) { Split::Train } else { Split::Unsaid }
    }

    /// The samples of that part; where no part says that it is trained on, those of all.
    fn part(&self, kind: Kind, taken: Split) -> Option<Part> {
        let of_kind = self.parts.iter().filter(|((group, _), _)| kind.groups().contains(group));
        let mut parts = of_kind.filter(|((_, split), _)| taken == Split::Unsaid || *split == taken).map(|(_, part)| part);
        let mut all = parts.next()?.clone();
        parts.for_each(|part| all.merge(part));
        Some(all)
    }

    /// How many pictures are answers, and their bytes.
    fn labels(&self, taken: Split) -> (u64, u64) {
        let labels = self
            .parts
            .iter()
            .filter(|((group, split), _)| *group == Group::Labels && (taken == Split::Unsaid || *split == taken));
        labels.fold((0, 0), |(count, bytes), (_, part)| (count + part.files.count(), part.files.total().saturating_add(bytes)))
    }

    fn forms(&self) -> Vec<Forms> {
        let mut forms: Vec<Forms> =
            self.formats.iter().map(|(format, (files, bytes))| Forms { format: *format, files: *files, bytes: *bytes }).collect();
        forms.sort_by_key(|forms| std::cmp::Reverse((forms.bytes, forms.files)));
        forms
    }

    fn parts_of(&self, kind: Kind, taken: Split, samples: Option<u64>) -> Vec<PartFacts> {
        let parts = self.parts.iter().filter(|((group, _), _)| kind.groups().contains(group));
        let parts: Vec<PartFacts> = parts
            .map(|((_, split), part)| {
                let is_taken = taken == Split::Unsaid || *split == taken;
                let counted = match kind {
                    Kind::Pictures | Kind::Documents | Kind::Sounds => Some(part.files.count()),
                    Kind::Rows => texts::rows(part),
                    Kind::Packed | Kind::Nothing => None,
                };
                let samples = if *split == taken { samples } else { counted };
                PartFacts { split: *split, samples: samples.or(counted), bytes: part.files.total(), is_taken }
            })
            .collect();
        if parts.len() > 1 { parts } else { Vec::new() }
    }

    /// What holds of any set.
    fn remarks(&self, kind: Kind, set: &mut DataSet) {
        let pictures = self.group_bytes(&[Group::Pictures]);
        let texts = self.group_bytes(&[Group::Rows, Group::Documents]);
        let is_pictures = kind == Kind::Pictures;
        let left_out = if is_pictures { texts } else { pictures };
        let both = u128::from(pictures) + u128::from(texts);
        if !matches!(kind, Kind::Packed | Kind::Sounds)
            && u128::from(left_out) * 100 >= both * u128::from(LEAST_SHARE) / 2
            && left_out > 0
        {
            set.notes.push(Note::Mixed { takes_pictures: is_pictures, left_out });
        }
        let mut packed: Vec<Forms> = set.forms.iter().filter(|forms| forms.format.role() == Role::Packed).copied().collect();
        let (files, bytes) = self.single_values;
        if kind == Kind::Packed && files > 0 {
            packed.push(Forms { format: Format::Json, files, bytes });
        }
        if !packed.is_empty() {
            set.notes.push(Note::BytesOnly {
                formats: packed.iter().map(|forms| forms.format).collect(),
                files: packed.iter().map(|forms| forms.files).sum(),
                bytes: packed.iter().map(|forms| forms.bytes).fold(0, u64::saturating_add),
            });
        }
        let is_left_out = |role: Role| role == Role::Unmodeled || role == Role::Sound && kind != Kind::Sounds;
        let unmodeled: u64 = set.forms.iter().filter(|forms| is_left_out(forms.format.role())).map(|forms| forms.files).sum();
        let counts = [
            (unmodeled, Note::Unmodeled(unmodeled)),
            (u64::from(self.is_rounded), Note::SizesRounded),
            (self.links, Note::LinksLeft(self.links)),
            (self.implausible, Note::SizesImplausible(self.implausible)),
            (self.unreadable.0, Note::Unreadable(self.unreadable.0)),
        ];
        set.notes.extend(counts.into_iter().filter(|(count, _)| *count > 0).map(|(_, note)| note));
        set.notes.extend(self.stopped_at.map(Note::LimitReached));
    }
}

impl Part {
    fn merge(&mut self, other: &Self) {
        self.files.merge(&other.files);
        self.rows.merge(&other.rows);
        self.counted = self.counted.saturating_add(other.counted);
        self.code = self.code.saturating_add(other.code);
        self.letters.merge(&other.letters);
        self.shapes.merge(&other.shapes);
    }
}

fn missing(data: &Data, kind: Kind) -> Vec<Item> {
    let of_kind = match kind {
        Kind::Pictures => Item::Image,
        Kind::Rows | Kind::Documents => Item::Sequence,
        Kind::Sounds | Kind::Packed | Kind::Nothing => Item::Kind,
    };
    let needed = [Item::Samples, of_kind];
    let is_there = |item: Item| match item {
        Item::Kind => data.kind.is_some(),
        Item::Samples => data.samples.is_some(),
        Item::Image => data.image_size.is_some(),
        Item::Sequence => data.sequence_length.is_some(),
        Item::Classes => data.num_classes.is_some(),
        Item::Bytes => data.bytes_on_disk.is_some(),
    };
    needed.into_iter().filter(|item| !is_there(*item)).collect()
}
