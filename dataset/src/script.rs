//! What a text is written in, by its bytes: enough to know how many of them a token has.

/// What a text is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Script {
    /// Latin letters: English and its neighbors.
    Latin,
    /// Programs.
    Code,
    /// Chinese.
    Chinese,
    /// Any other, several, or bytes that are no UTF-8.
    Other,
    /// Nobody has looked.
    Unseen,
}

impl Script {
    /// The word on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Latin => "latin",
            Self::Code => "code",
            Self::Chinese => "chinese",
            Self::Other => "other",
            Self::Unseen => "unseen",
        }
    }
}

/// Bytes of a text by what they belong to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Letters {
    /// ASCII, and Latin letters with marks.
    latin: u64,
    /// Chinese characters, which Japanese has too, and the punctuation between them.
    han: u64,
    /// Japanese syllables.
    kana: u64,
    /// Any other.
    other: u64,
    /// Bytes of programs, whatever they are written in.
    code: u64,
}

impl Letters {
    /// Adds bytes; a character that is cut in two is counted by its beginning.
    pub fn add(&mut self, bytes: &[u8]) {
        let mut rest = bytes;
        while let Some((first, after)) = rest.split_first() {
            rest = after;
            match *first {
                0..=0x7f | 0xc3..=0xc9 => self.latin += if *first < 0x80 { 1 } else { 2 },
                // The rest of a character, which its first byte has counted.
                0x80..=0xbf => {}
                0xe3 if after.first().is_some_and(|second| (0x81..=0x83).contains(second) && !is_mark(after)) => self.kana += 3,
                0xe3..=0xe9 | 0xef => self.han += 3,
                0xc2 | 0xca..=0xdf => self.other += 2,
                0xe0..=0xe2 | 0xea..=0xee => self.other += 3,
                0xf0..=0xf4 => self.other += 4,
                _ => self.other += 1,
            }
        }
    }

    /// Adds bytes of programs.
    pub const fn add_code(&mut self, bytes: u64) {
        self.code += bytes;
    }

    /// Adds all of others.
    pub const fn merge(&mut self, others: &Self) {
        let Self { latin, han, kana, other, code } = *others;
        self.latin += latin;
        self.han += han;
        self.kana += kana;
        self.other += other;
        self.code += code;
    }

    /// What most of it is written in; where nothing has half of all, several are.
    #[must_use]
    pub fn script(&self) -> Script {
        let Self { latin, han, kana, other, code } = *self;
        let all = latin + han + kana + other + code;
        let is_most = |part: u64, percent: u64| u128::from(part) * 100 >= u128::from(all) * u128::from(percent);
        if all == 0 {
            Script::Unseen
        } else if is_most(code, 50) {
            Script::Code
        } else if kana * 10 > han && kana > 0 && is_most(kana + han, 20) {
            Script::Other
        } else if is_most(han, 50) {
            Script::Chinese
        } else if is_most(latin, 85) {
            Script::Latin
        } else {
            Script::Other
        }
    }
}

/// Whether what follows an `e3` is one of the brackets and stops that Chinese has too (`e3 80` is; `e3 83 bb` is the middle dot).
fn is_mark(after: &[u8]) -> bool {
    after.starts_with(&[0x83, 0xbb])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_say_what_a_text_is_written_in() {
        for (text, expected) in [
            ("The quick brown fox jumps over the lazy dog.", Script::Latin),
            ("Où est la bibliothèque ? À côté de l'hôtel, bien sûr.", Script::Latin),
            ("人工智能是计算机科学、心理学、哲学等学科融合的交叉学科。", Script::Chinese),
            ("使用 PyTorch 训练模型时，显存不足是最常见的问题之一，请先减小批次。", Script::Chinese),
            ("人工知能とは、計算という概念とコンピュータという道具を用いて研究する。", Script::Other),
            ("Быстрая бурая лиса перепрыгивает через ленивую собаку.", Script::Other),
            ("다람쥐 헌 쳇바퀴에 타고파", Script::Other),
            ("الثعلب البني السريع يقفز فوق الكلب الكسول", Script::Other),
            ("", Script::Unseen),
        ] {
            let mut letters = Letters::default();
            letters.add(text.as_bytes());
            assert_eq!(letters.script(), expected, "{text}");
        }
        let mut letters = Letters::default();
        letters.add(&[0xff; 100]);
        assert_eq!(letters.script(), Script::Other);
        letters.add_code(1000);
        assert_eq!(letters.script(), Script::Code);
    }
}
