//! What the files of a crate name of each other.

use std::collections::{BTreeMap, BTreeSet};

use super::Graph;
use super::tokens::{Token, tokens};

/// Names passed on and on: more than this is a mistake of the reader.
const MOST_STEPS: usize = 16;
/// Words before the name of something that a file defines.
const ITEMS: [&str; 9] = ["fn", "struct", "enum", "trait", "const", "static", "type", "union", "mod"];

/// A path by its names; the crate's root has none.
type Names = Vec<String>;

/// The modules of a crate.
pub struct Modules(BTreeMap<Names, Module>);

/// A file, as far as it names others.
#[derive(Default)]
struct Module {
    file: String,
    /// Modules with files of their own.
    children: BTreeSet<String>,
    /// What it defines itself.
    items: BTreeSet<String>,
    /// Names that it imports or passes on, and where from; none for other crates.
    aliases: BTreeMap<String, Option<Names>>,
    /// Modules all of whose names it imports or passes on.
    globs: Vec<Names>,
    /// What it names, beside what it only passes on.
    used: BTreeSet<Names>,
}

/// A leaf of a `use`.
struct Leaf {
    path: Vec<String>,
    /// The name that it has from here on; none for all that is in a module.
    name: Option<String>,
}

impl Modules {
    /// The modules of files by their paths in the crate's folder.
    pub fn of(texts: &BTreeMap<String, String>) -> Self {
        let modules = texts.iter().filter_map(|(file, text)| {
            let names = names_of(file)?;
            Some((names.clone(), Module::read(file, &names, &without_tests(&tokens(text)))))
        });
        Self(modules.collect())
    }

    /// Which file uses which.
    pub fn graph(&self) -> Graph {
        let edges = self.0.values().map(|module| {
            let used = module.used.iter().filter_map(|path| self.file_of(path, 0));
            (module.file.clone(), used.filter(|file| *file != module.file).map(str::to_owned).collect())
        });
        edges.collect()
    }

    /// The file that defines what a path names; none where that is another crate's.
    fn file_of(&self, path: &[String], steps: usize) -> Option<&str> {
        // The longest part that is a module; what comes after it is a name in there.
        let depth = (0..=path.len()).rev().find(|depth| self.0.contains_key(&path[..*depth]))?;
        let module = self.0.get(&path[..depth])?;
        let Some(name) = path.get(depth).filter(|name| !module.items.contains(*name) && steps < MOST_STEPS) else {
            return Some(&module.file);
        };
        if let Some(target) = module.aliases.get(name) {
            let target = target.as_ref()?;
            let further: Names = target.iter().chain(&path[depth + 1..]).cloned().collect();
            return self.file_of(&further, steps + 1);
        }
        let passed_on = module
            .globs
            .iter()
            .find(|glob| self.0.get(*glob).is_some_and(|there| there.items.contains(name) || there.aliases.contains_key(name)));
        match passed_on {
            Some(glob) => self.file_of(&[&glob[..], &path[depth..]].concat(), steps + 1),
            None => Some(&module.file),
        }
    }
}

/// The names of a file's module; none for programs beside the library.
fn names_of(file: &str) -> Option<Names> {
    match file.strip_suffix(".rs")? {
        "lib" => Some(Vec::new()),
        "main" => None,
        path => Some(path.split('/').map(str::to_owned).collect()),
    }
}

impl Module {
    fn read(file: &str, own: &[String], tokens: &[Token<'_>]) -> Self {
        let mut module = Self { file: file.to_owned(), ..Self::default() };
        for window in tokens.windows(3) {
            match *window {
                [Token::Word("mod"), Token::Word(name), Token::Mark(';')] => {
                    module.children.insert(name.to_owned());
                }
                [Token::Word(word), Token::Word(name), _] if ITEMS.contains(&word) => {
                    module.items.insert(name.to_owned());
                }
                _ => {}
            }
        }
        let mut at = 0;
        while at < tokens.len() {
            at = match tokens[at..] {
                [Token::Word("pub"), Token::Mark('('), Token::Word("in"), ..] => end(tokens, at, ')'),
                [Token::Word("use"), ..] => {
                    let is_passed_on = at > 0 && matches!(tokens[at - 1], Token::Word("pub") | Token::Mark(')'));
                    let end = end(tokens, at, ';');
                    for leaf in leaves(&tokens[at + 1..end]) {
                        module.import(own, leaf, is_passed_on);
                    }
                    end
                }
                [Token::Joint, Token::Word(_), ..] => at + 2,
                [Token::Word(_), Token::Joint, ..] => module.name(own, tokens, at),
                _ => at + 1,
            };
        }
        module
    }

    fn import(&mut self, own: &[String], leaf: Leaf, is_passed_on: bool) {
        let target = self.absolute(own, &leaf.path);
        if let (Some(target), false) = (&target, is_passed_on) {
            self.used.insert(target.clone());
        }
        match (leaf.name, target) {
            (Some(name), target) => {
                self.aliases.insert(name, target);
            }
            (None, Some(target)) => self.globs.push(target),
            (None, None) => {}
        }
    }

    /// Takes in the path that begins here; returns where it ends.
    fn name(&mut self, own: &[String], tokens: &[Token<'_>], from: usize) -> usize {
        let mut path = Vec::new();
        let mut at = from;
        while let Some(Token::Word(word)) = tokens.get(at) {
            path.push((*word).to_owned());
            if tokens.get(at + 1) != Some(&Token::Joint) {
                at += 1;
                break;
            }
            at += 2;
        }
        if let Some(path) = self.absolute(own, &path) {
            self.used.insert(path);
        }
        at
    }

    /// A path from the crate's root; none where it leads to another crate, or to what the file has imported already.
    fn absolute(&self, own: &[String], path: &[String]) -> Option<Names> {
        let (first, rest) = path.split_first()?;
        match first.as_str() {
            "crate" => Some(rest.to_vec()),
            "self" => Some([own, rest].concat()),
            "super" => {
                let ups = path.iter().take_while(|name| *name == "super").count();
                Some([own.get(..own.len().checked_sub(ups)?)?, &path[ups..]].concat())
            }
            child if self.children.contains(child) => Some([own, path].concat()),
            _ => None,
        }
    }
}

/// The place after the next mark of this kind.
fn end(tokens: &[Token<'_>], from: usize, mark: char) -> usize {
    tokens[from..].iter().position(|token| *token == Token::Mark(mark)).map_or(tokens.len(), |ahead| from + ahead + 1)
}

/// Every leaf of what stands between `use` and its semicolon.
fn leaves(tokens: &[Token<'_>]) -> Vec<Leaf> {
    let mut leaves = Vec::new();
    // Beginnings of the braces that are open, and the path so far.
    let (mut open, mut path, mut name): (Vec<usize>, Vec<String>, Option<String>) = (Vec::new(), Vec::new(), None);
    let mut is_leaf = false;
    let mut words = tokens.iter().peekable();
    while let Some(token) = words.next() {
        match *token {
            Token::Word("as") => {
                if let Some(Token::Word(alias)) = words.next() {
                    name = Some((*alias).to_owned());
                }
            }
            // `{self}` is the module itself.
            Token::Word("self") if !path.is_empty() => {
                name = path.last().cloned();
                is_leaf = true;
            }
            Token::Word(word) => {
                path.push(word.to_owned());
                name = Some(word.to_owned());
                is_leaf = true;
            }
            Token::Mark('*') => {
                name = None;
                is_leaf = true;
            }
            Token::Mark('{') => {
                open.push(path.len());
                is_leaf = false;
            }
            Token::Mark(',' | '}' | ';') => {
                if std::mem::take(&mut is_leaf) {
                    leaves.push(Leaf { path: path.clone(), name: name.take() });
                }
                if *token == Token::Mark('}') {
                    open.pop();
                }
                path.truncate(open.last().copied().unwrap_or(0));
            }
            Token::Joint | Token::Mark(_) => {}
        }
    }
    leaves
}

/// A file without what is compiled for tests alone.
fn without_tests<'a>(tokens: &[Token<'a>]) -> Vec<Token<'a>> {
    const TEST: [Token<'_>; 7] = [
        Token::Mark('#'),
        Token::Mark('['),
        Token::Word("cfg"),
        Token::Mark('('),
        Token::Word("test"),
        Token::Mark(')'),
        Token::Mark(']'),
    ];
    let mut kept = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while at < tokens.len() {
        if tokens[at..].starts_with(&TEST) {
            at = end_of_item(tokens, at + TEST.len());
        } else {
            kept.push(tokens[at]);
            at += 1;
        }
    }
    kept
}

/// The place after an item: its semicolon, or its last brace.
fn end_of_item(tokens: &[Token<'_>], from: usize) -> usize {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate().skip(from) {
        match token {
            Token::Mark('{') => depth += 1,
            Token::Mark('}') if depth <= 1 && tokens.get(at + 1) != Some(&Token::Mark(';')) => return at + 1,
            Token::Mark('}') => depth = depth.saturating_sub(1),
            Token::Mark(';') if depth == 0 => return at + 1,
            _ => {}
        }
    }
    tokens.len()
}
