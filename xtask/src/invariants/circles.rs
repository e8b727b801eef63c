//! Files of a crate that use each other in a circle, so that none of them can be understood, or moved, without the others.
//!
//! A file uses another where it names something that is defined there, by whatever name it was passed on. Declaring a module and
//! passing on what is in it is no use of it, nor is what tests alone need.

mod imports;
mod tokens;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use super::source::rust_files;
use crate::workspace;
use imports::Modules;

/// A crate whose files must not use each other in circles.
struct Crate {
    /// The folder of its `lib.rs`.
    source: &'static str,
    except: &'static [Exception],
}

/// A circle that is to stay.
struct Exception {
    /// All its files, relative to the crate's folder, sorted.
    files: &'static [&'static str],
    /// Why its files belong together.
    #[expect(dead_code, reason = "it is for whoever reads the list")]
    because: &'static str,
}

const CRATES: [Crate; 15] = [
    Crate { source: "engine/src", except: &[] },
    Crate { source: "catalog/src", except: &[] },
    Crate { source: "wire/src", except: &[] },
    Crate { source: "wording/src", except: &[] },
    Crate { source: "scenario/src", except: &[] },
    Crate { source: "workstation/src", except: &[] },
    Crate { source: "programs/src", except: &[] },
    Crate { source: "probe/src", except: &[] },
    Crate { source: "checkpoint/src", except: &[] },
    Crate { source: "dataset/src", except: &[] },
    Crate { source: "runlog/src", except: &[] },
    Crate { source: "api/src", except: &[] },
    Crate { source: "markup/src", except: &[] },
    Crate { source: "app/src", except: &[] },
    Crate { source: "server/src", except: &[] },
];

/// Every file, and those that it uses.
type Graph = BTreeMap<String, BTreeSet<String>>;

/// Circles of files that no exception names, and exceptions that name no circle.
pub fn breaches() -> Result<Vec<String>> {
    let mut breaches = Vec::new();
    for Crate { source, except } in &CRATES {
        let mut texts = BTreeMap::new();
        for file in rust_files(Path::new(source))? {
            let text =
                fs::read_to_string(workspace::root().join(&file)).with_context(|| format!("cannot read {}", file.display()))?;
            let name = file.strip_prefix(source)?.to_string_lossy().replace('\\', "/");
            texts.insert(name, text);
        }
        breaches.extend(breaches_in(source, &Modules::of(&texts).graph(), except));
    }
    Ok(breaches)
}

fn breaches_in(source: &str, graph: &Graph, except: &[Exception]) -> Vec<String> {
    let circles = circles(graph);
    let is_named = |circle: &BTreeSet<&str>| except.iter().any(|exception| circle.iter().eq(exception.files));
    let is_there = |exception: &Exception| circles.iter().any(|circle| circle.iter().eq(exception.files));
    let unnamed = circles.iter().filter(|circle| !is_named(circle)).map(|circle| {
        let way = shortest(graph, circle).join(" -> ");
        format!(
            "{source}: {} files use each other in a circle ({way}); move what they share to where all of them look up to it",
            circle.len()
        )
    });
    let stale = except.iter().filter(|exception| !is_there(exception));
    let stale =
        stale.map(|exception| format!("{source}: {} are no circle any more; take them off the list", exception.files.join(", ")));
    unnamed.chain(stale).collect()
}

/// Files that can all be reached from each other, by their first.
fn circles(graph: &Graph) -> Vec<BTreeSet<&str>> {
    let reached: BTreeMap<&str, BTreeSet<&str>> = graph.keys().map(|file| (file.as_str(), reachable(graph, file))).collect();
    let is_in = |one: &str, other: &str| reached.get(one).is_some_and(|all| all.contains(other));
    let mut circles: Vec<BTreeSet<&str>> = Vec::new();
    for file in graph.keys().map(String::as_str).filter(|file| is_in(file, file)) {
        if !circles.iter().any(|circle| circle.contains(file)) {
            circles.push(graph.keys().map(String::as_str).filter(|other| is_in(file, other) && is_in(other, file)).collect());
        }
    }
    circles
}

/// Every file that one uses, or that what it uses uses.
fn reachable<'a>(graph: &'a Graph, file: &str) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut ahead = vec![file];
    while let Some(file) = ahead.pop() {
        for next in graph.get(file).into_iter().flatten() {
            if reached.insert(next.as_str()) {
                ahead.push(next);
            }
        }
    }
    reached
}

/// The shortest way round from a circle's first file: the one to look at first.
fn shortest<'a>(graph: &'a Graph, circle: &BTreeSet<&'a str>) -> Vec<&'a str> {
    let around = circle.iter().filter_map(|first| {
        let mut ways = VecDeque::from([vec![*first]]);
        let mut seen = BTreeSet::new();
        while let Some(way) = ways.pop_front() {
            for next in graph.get(*way.last()?).into_iter().flatten() {
                let longer = || way.iter().copied().chain([next.as_str()]).collect::<Vec<_>>();
                if next == first {
                    return Some(longer());
                }
                if seen.insert(next) {
                    ways.push_back(longer());
                }
            }
        }
        None
    });
    around.min_by_key(Vec::len).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(files: &[(&str, &str)], expected: &[&[&str]]) {
        let texts = files.iter().map(|(file, text)| ((*file).to_owned(), (*text).to_owned())).collect();
        let graph = Modules::of(&texts).graph();
        let found: Vec<Vec<&str>> = circles(&graph).into_iter().map(|circle| circle.into_iter().collect()).collect();
        assert_eq!(found, expected, "{graph:?}");
    }

    const LIB: (&str, &str) = ("lib.rs", "mod a; mod b; mod c;");

    #[test]
    fn a_circle_is_found_however_its_files_name_each_other() {
        for (a, b) in [
            ("use crate::b::B; pub struct A;", "use crate::a::A; pub struct B;"),
            ("use crate::{b::{self, B}, c}; pub struct A;", "use super::a; pub struct B;"),
            ("fn a() { crate::b::b() }", "fn b() { let a: Vec<super::a::A> = vec![]; }"),
            ("pub fn a(b: crate::b::B) {}", "use crate::a::*;"),
        ] {
            check(&[LIB, ("a.rs", a), ("b.rs", b), ("c.rs", "")], &[&["a.rs", "b.rs"]]);
        }
    }

    #[test]
    fn a_way_over_others_is_a_circle_too() {
        let files =
            [("a.rs", "use crate::b::B;"), ("b.rs", "use crate::c::C; struct B;"), ("c.rs", "use crate::a::A; struct C;")];
        check(&[&[LIB][..], &files].concat(), &[&["a.rs", "b.rs", "c.rs"]]);
    }

    #[test]
    fn a_module_may_pass_on_what_its_children_define() {
        let parent = ("a.rs", "mod x; mod y; pub use x::X; pub use y::*; pub const WIDTH: u32 = 1;");
        // Both names are the children's own, though the parent passes them on.
        let files =
            [LIB, parent, ("a/x.rs", "use super::Y; pub struct X;"), ("a/y.rs", "pub struct Y;"), ("b.rs", ""), ("c.rs", "")];
        check(&files, &[]);
        // A child that takes from its parent what the parent defines is a circle only where the parent uses the child.
        let taking = ("a/x.rs", "use super::WIDTH; pub struct X;");
        check(&[LIB, parent, taking, ("a/y.rs", "")], &[]);
        let using = ("a.rs", "mod x; pub const WIDTH: u32 = 1; fn a() -> x::X { x::X }");
        check(&[LIB, using, taking], &[&["a.rs", "a/x.rs"]]);
    }

    #[test]
    fn what_tests_texts_and_comments_name_is_not_used() {
        let b = "//! As [`crate::a`].\nconst A: &str = \"crate::a::A\"; /* crate::a /* nested */ crate::a */ fn f<'a>(c: char) -> bool { c == '\"' }\n\
                 const R: &str = r#\"crate::a::\"A\"\"#; pub(in crate::a) struct B;\n#[cfg(test)]\nmod tests { use super::*; use crate::a::A; }\n\
                 #[cfg(test)]\npub(crate) use crate::a::A;";
        check(&[LIB, ("a.rs", "use crate::b::B; pub struct A;"), ("b.rs", b), ("c.rs", "")], &[]);
    }

    #[test]
    fn what_comes_from_elsewhere_by_a_parents_name_is_not_the_parents() {
        let parent = ("a.rs", "mod x; use std::fmt; use crate::b::B; fn a() { x::x() }");
        check(&[LIB, parent, ("a/x.rs", "use super::fmt; use super::B; pub fn x() {}"), ("b.rs", "pub struct B;")], &[]);
    }

    #[test]
    fn a_circle_is_told_by_its_shortest_way_unless_it_is_named_as_a_whole() {
        let graph = Graph::from(
            [("a", &["b"][..]), ("b", &["c", "a"]), ("c", &["a"])]
                .map(|(file, uses)| (file.to_owned(), uses.iter().map(|file| (*file).to_owned()).collect())),
        );
        let told = breaches_in("x/src", &graph, &[]);
        assert!(told.len() == 1 && told[0].starts_with("x/src: 3 files") && told[0].contains("(a -> b -> a)"), "{told:?}");
        assert!(breaches_in("x/src", &graph, &[Exception { files: &["a", "b", "c"], because: "" }]).is_empty());
        let stale = breaches_in("x/src", &graph, &[Exception { files: &["a", "b"], because: "" }]);
        assert!(stale.len() == 2 && stale[1].contains("a, b are no circle any more"), "{stale:?}");
    }
}
