//! The members of an object in JSON.

/// Objects and lists in one another: as deep as other readers go.
const DEEPEST: u32 = 127;

/// A member's key, and its value as a parameter says it: a text without its quotes, anything else as it is written; none for
/// null.
pub(super) type Member = (String, Option<String>);

/// The members of the object that a text is, in their order; none where it is something else.
///
/// # Errors
/// Where the text stops being JSON, in bytes.
pub(super) fn members(text: &str) -> Result<Option<Vec<Member>>, usize> {
    let mut reader = Reader { text: text.as_bytes(), at: 0 };
    reader.space();
    let mut members = None;
    if reader.peek() == Some(b'{') {
        let found = members.insert(Vec::new());
        reader.object(0, &mut |key, value| found.push((key, value)))?;
    } else {
        reader.value(0)?;
    }
    reader.space();
    if reader.at == reader.text.len() { Ok(members) } else { Err(reader.at) }
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\n' | b'\r' | b'\t')) {
            self.at += 1;
        }
    }

    /// The next byte, where it is this one.
    fn take(&mut self, wanted: u8) -> bool {
        let is_it = self.peek() == Some(wanted);
        self.at += usize::from(is_it);
        is_it
    }

    fn expect(&mut self, wanted: u8) -> Result<(), usize> {
        if self.take(wanted) { Ok(()) } else { Err(self.at) }
    }

    fn value(&mut self, depth: u32) -> Result<Option<String>, usize> {
        let start = self.at;
        match self.peek() {
            Some(b'"') => return self.string().map(Some),
            Some(b'{') => self.object(depth, &mut |_, _| {})?,
            Some(b'[') => self.list(depth)?,
            Some(b't') => self.word(b"true")?,
            Some(b'f') => self.word(b"false")?,
            Some(b'n') => return self.word(b"null").map(|()| None),
            _ => self.number()?,
        }
        Ok(Some(String::from_utf8_lossy(&self.text[start..self.at]).into_owned()))
    }

    fn object(&mut self, depth: u32, member: &mut dyn FnMut(String, Option<String>)) -> Result<(), usize> {
        self.expect(b'{')?;
        self.space();
        if self.take(b'}') {
            return Ok(());
        }
        loop {
            self.space();
            let key = self.string()?;
            self.space();
            self.expect(b':')?;
            let value = self.inner(depth)?;
            member(key, value);
            if !self.take(b',') {
                return self.expect(b'}');
            }
        }
    }

    fn list(&mut self, depth: u32) -> Result<(), usize> {
        self.expect(b'[')?;
        self.space();
        if self.take(b']') {
            return Ok(());
        }
        loop {
            self.inner(depth)?;
            if !self.take(b',') {
                return self.expect(b']');
            }
        }
    }

    /// A value inside of another, and the space around it.
    fn inner(&mut self, depth: u32) -> Result<Option<String>, usize> {
        if depth >= DEEPEST {
            return Err(self.at);
        }
        self.space();
        let value = self.value(depth + 1)?;
        self.space();
        Ok(value)
    }

    fn word(&mut self, word: &[u8]) -> Result<(), usize> {
        word.iter().try_for_each(|byte| self.expect(*byte))
    }

    fn number(&mut self) -> Result<(), usize> {
        self.take(b'-');
        if !self.take(b'0') {
            self.digits()?;
        }
        if self.take(b'.') {
            self.digits()?;
        }
        if self.take(b'e') || self.take(b'E') {
            let _ = self.take(b'+') || self.take(b'-');
            self.digits()?;
        }
        Ok(())
    }

    fn digits(&mut self) -> Result<(), usize> {
        let start = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        if self.at == start { Err(start) } else { Ok(()) }
    }

    fn string(&mut self) -> Result<String, usize> {
        self.expect(b'"')?;
        let mut units: Vec<u16> = Vec::new();
        let mut text = String::new();
        loop {
            let start = self.at;
            while self.peek().is_some_and(|byte| byte >= b' ' && byte != b'"' && byte != b'\\') {
                self.at += 1;
            }
            if self.at > start {
                flush(&mut units, &mut text, start)?;
                text.push_str(&String::from_utf8_lossy(&self.text[start..self.at]));
            }
            let place = self.at;
            if self.take(b'"') {
                flush(&mut units, &mut text, place)?;
                return Ok(text);
            }
            self.expect(b'\\')?;
            units.push(self.escape()?);
        }
    }

    /// What follows a backslash, in a unit of UTF-16.
    fn escape(&mut self) -> Result<u16, usize> {
        let place = self.at;
        let byte = self.peek().ok_or(place)?;
        self.at += 1;
        Ok(match byte {
            b'"' | b'\\' | b'/' => u16::from(byte),
            b'b' => 8,
            b'f' => 12,
            b'n' => 10,
            b'r' => 13,
            b't' => 9,
            b'u' => {
                let digits = self.text.get(self.at..self.at + 4).ok_or(place)?;
                self.at += 4;
                let digit = |unit: u16, byte: &u8| Some(unit * 16 + char::from(*byte).to_digit(16)? as u16);
                digits.iter().try_fold(0, digit).ok_or(place)?
            }
            _ => return Err(place),
        })
    }
}

/// Escaped units as characters; a half of a pair is none.
fn flush(units: &mut Vec<u16>, text: &mut String, place: usize) -> Result<(), usize> {
    for character in char::decode_utf16(units.drain(..)) {
        text.push(character.map_err(|_| place)?);
    }
    Ok(())
}

#[cfg(test)]
#[cfg(feature = "json")]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::Value as Json;

    /// The members as the API's own reader, `serde_json`, finds them.
    fn expected(text: &str) -> Result<Option<Vec<Member>>, ()> {
        let document: Json = serde_json::from_str(text).map_err(|_| ())?;
        let Json::Object(members) = document else { return Ok(None) };
        let value = |value: Json| match value {
            Json::Null => None,
            Json::String(text) => Some(text),
            other => Some(other.to_string()),
        };
        Ok(Some(members.into_iter().map(|(key, member)| (key, value(member))).collect()))
    }

    #[track_caller]
    fn check(text: &str) {
        let found = members(text);
        assert_eq!(found.is_ok(), expected(text).is_ok(), "{text:?}: {found:?}");
    }

    #[test]
    fn texts_are_taken_and_refused_as_the_api_does() {
        for text in [
            "",
            "{",
            "}",
            "{}",
            " {\n} ",
            "{} x",
            "[]",
            "1",
            "-",
            "-0",
            "01",
            "1.",
            "1.5e",
            "1e+5",
            "\"",
            "\"\\x\"",
            "\"\\u00e\"",
            "\"\\ud800\"",
            "\"\\ud83d\\ude00\"",
            "{\"a\":1,}",
            "{\"a\" 1}",
            "{a:1}",
            "{'a':1}",
            "{\"a\":nan}",
            "{\"a\":NaN}",
            "{\"a\":tru}",
            "[1,]",
            "[1 2]",
            "[,]",
            "{\"a\":[{\"b\":[1,2,{\"c\":null}]}],\"d\":\"\\n\\/\"}",
            "\"tab\tin\"",
            "{\"a\":1}}",
            "nul",
            "null",
        ] {
            check(text);
        }
        for depth in [100, 126, 127, 128, 200, 100_000] {
            check(&format!("{}1{}", "[".repeat(depth), "]".repeat(depth)));
        }
    }

    proptest! {
        #[test]
        fn members_are_those_that_the_api_reads(pairs in prop::collection::btree_map("[a-z_\"\\\\é\n]{1,8}", prop_oneof![
            any::<u64>().prop_map(Json::from), any::<bool>().prop_map(Json::from), ".{0,12}".prop_map(Json::from), Just(Json::Null),
            prop::collection::vec(any::<i32>(), 0..4).prop_map(Json::from),
        ], 0..8)) {
            let text = serde_json::to_string_pretty(&pairs).unwrap();
            let mut found = members(&text).unwrap().unwrap();
            found.sort();
            let mut expected = expected(&text).unwrap().unwrap();
            expected.sort();
            let plain = |members: Vec<Member>| -> Vec<Member> {
                members.into_iter().map(|(key, value)| (key, value.map(|text| text.split_whitespace().collect()))).collect()
            };
            prop_assert_eq!(plain(found), plain(expected));
        }

        #[test]
        fn no_text_makes_it_panic(text in "[\\[\\]{}\",:\\\\a-fu0-9.eE+ -]{0,40}") {
            prop_assert_eq!(members(&text).is_ok(), expected(&text).is_ok(), "{}", text);
        }
    }
}
