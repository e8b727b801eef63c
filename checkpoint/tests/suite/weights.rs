//! Headers and indexes of published weights.

use checkpoint::weights::Share;
use checkpoint::{Note, Part, Reading, Same, Weights};

use crate::sample;

#[track_caller]
fn read(text: &str) -> Weights {
    let Reading::Weights(weights) = checkpoint::read(text) else { panic!("no weights: {text}") };
    *weights
}

fn part(weights: &Weights, part: Part) -> Option<Share<Part>> {
    weights.parts.iter().find(|share| share.of == part).copied()
}

fn ids(weights: &Weights) -> Vec<(&str, Same)> {
    weights.matches.iter().map(|found| (found.entry.id, found.same)).collect()
}

/// The causal masks that the file of GPT-2 stores are no parameters; what is left is what the engine counts, part by part.
#[test]
fn a_header_is_counted_by_part_and_type() {
    let weights = read(&sample("gpt2.header"));
    assert_eq!((weights.parameters, weights.tensors), (Some(124_439_808), 160));
    assert_eq!(weights.bytes, Some((124_439_808 + 12 * 1024 * 1024) * 4));
    assert_eq!(ids(&weights), [("gpt2", Same::Whole)]);
    assert_eq!((weights.has_own_head, weights.experts), (Some(false), None));
    assert_eq!(weights.stacks.iter().map(|stack| (stack.prefix.as_str(), stack.blocks)).collect::<Vec<_>>(), [("h", 12)]);
    let [dtype] = weights.dtypes.as_slice() else { panic!("{:?}", weights.dtypes) };
    assert_eq!((dtype.of.name, dtype.parameters, dtype.bytes), ("F32", 124_439_808, weights.bytes.unwrap()));
    let Reading::Configuration(configuration) = checkpoint::read(&sample("gpt2")) else { unreachable!() };
    for (counted, parameters) in configuration.count.unwrap().parts {
        assert_eq!(part(&weights, counted).unwrap().parameters, parameters, "{counted:?}");
    }
    assert_eq!(part(&weights, Part::Buffer).map(|share| (share.tensors, share.parameters)), Some((12, 0)));
    assert_eq!(weights.notes, []);
}

/// Published weights of BERT have heads for its own training in place of the catalog's classifier.
#[test]
fn models_that_differ_in_their_heads_are_the_same_but_for_those() {
    let weights = read(&sample("bert-base.header"));
    assert_eq!(weights.parameters, Some(110_106_428));
    assert_eq!(ids(&weights), [("bert-base", Same::Body)]);
}

#[test]
fn an_index_says_bytes_blocks_and_whether_the_head_is_tied() {
    let weights = read(&sample("llama-3-8b.index"));
    assert!(weights.is_index && weights.parameters.is_none());
    assert_eq!((weights.tensors, weights.files, weights.bytes), (291, Some(4), Some(16_060_522_496)));
    assert_eq!(weights.has_own_head, Some(true));
    assert_eq!(weights.stacks.iter().map(|stack| stack.blocks).collect::<Vec<_>>(), [32]);
    let widths: Vec<_> = weights
        .widths
        .iter()
        .map(|width| (width.bits, width.parameters, width.matches.iter().map(|found| found.entry.id).collect()))
        .collect();
    let expected: [(u64, u64, Vec<&str>); 3] =
        [(32, 4_015_130_624, vec![]), (16, 8_030_261_248, vec!["llama-3-8b", "llama-3.1-8b"]), (8, 16_060_522_496, vec![])];
    assert_eq!(widths, expected);
    assert_eq!(weights.notes, [Note::NoShapes]);
    assert_eq!(part(&weights, Part::Attention).unwrap().tensors, 128);
    let said = sample("llama-3-8b.index").replace("\"total_size\"", "\"total_parameters\": 8030261248, \"total_size\"");
    assert_eq!(ids(&read(&said)), [("llama-3-8b", Same::Whole), ("llama-3.1-8b", Same::Whole)]);
    let float = sample("llama-3-8b.index").replace("16060522496", "16060522496.0");
    assert_eq!(read(&float).bytes, Some(16_060_522_496));
}

#[test]
fn packed_weights_count_in_bytes_alone_and_one_file_of_several_is_none() {
    let weights = read(&sample("gptq-part.header"));
    assert!(weights.notes.contains(&Note::Packed(8)) && weights.notes.contains(&Note::Partial), "{:?}", weights.notes);
    assert_eq!((weights.parameters, weights.matches.len()), (None, 0));
    assert_eq!(part(&weights, Part::Quantization).unwrap().parameters, 0);
    assert_eq!(part(&weights, Part::Norm).unwrap().parameters, 2 * 4096);
}

/// Headers of a model's files, one after the other, are one model.
#[test]
fn headers_of_several_files_add_up() {
    let mut header: serde_json::Map<String, serde_json::Value> = serde_json::from_str(&sample("gpt2.header")).unwrap();
    let last = header.split_off_half();
    let text = format!("{}\n{}", serde_json::to_string(&header).unwrap(), serde_json::to_string(&last).unwrap());
    assert_eq!(ids(&read(&text)), [("gpt2", Same::Whole)]);
}

trait Halves {
    fn split_off_half(&mut self) -> Self;
}

impl Halves for serde_json::Map<String, serde_json::Value> {
    fn split_off_half(&mut self) -> Self {
        let names: Vec<String> = self.keys().skip(self.len() / 2).cloned().collect();
        names.into_iter().filter_map(|name| self.remove_entry(&name)).collect()
    }
}

#[test]
fn what_a_header_gets_wrong_is_told() {
    let weights = read(
        r#"{"a": {"dtype": "F16", "shape": [2, 3], "data_offsets": [0, 10]}, "b": {"dtype": "F7", "shape": [1]},
        "c": {"dtype": "F32", "shape": [4294967296, 4294967296]}, "d": {"dtype": "F32", "shape": [-1]}, "e": 5,
        "f": {"dtype": "F4", "shape": [3]}, "g": {"dtype": "F64", "shape": []}}"#,
    );
    assert!(weights.notes.contains(&Note::Unreadable(4)) && weights.notes.contains(&Note::OtherLength(1)), "{:?}", weights.notes);
    assert_eq!((weights.parameters, weights.bytes), (Some(6 + 3 + 1), Some(12 + 2 + 8)));
    let full = r#"{"a": {"dtype": "U8", "shape": [18446744073709551615]}, "b": {"dtype": "I8", "shape": [2305843009213693951]},
        "c": {"dtype": "I8", "shape": [2305843009213693951]}}"#;
    assert!(read(full).bytes.is_some(), "sums stop at the largest number");
}

/// One of a thing is not several.
#[test]
fn a_single_entry_is_told_as_one() {
    for (note, said) in [
        (Note::Unreadable(1), "1 entry has no type and shape that can be read and was left out."),
        (Note::Unreadable(2), "2 entries have no type and shape that can be read and were left out."),
        (Note::Several(1), "One more document follows the first and was not read."),
        (Note::MoreKeys(1), "One more key is not listed."),
    ] {
        assert_eq!(checkpoint::words::note(&note, wire::Locale::En), said);
    }
}
