//! What a file is, by its name.

/// The form of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Format {
    /// JPEG.
    Jpeg,
    /// PNG.
    Png,
    /// WebP.
    Webp,
    /// BMP.
    Bmp,
    /// TIFF.
    Tiff,
    /// GIF.
    Gif,
    /// Pictures in rarer forms: AVIF, HEIC, JPEG 2000, camera originals.
    RarePicture,
    /// JSON, a value a line.
    Jsonl,
    /// Values with commas between them.
    Csv,
    /// Values with tabs between them.
    Tsv,
    /// One JSON value.
    Json,
    /// Plain text.
    Text,
    /// Markdown.
    Markdown,
    /// Programs.
    Code,
    /// Parquet.
    Parquet,
    /// Arrow and Feather.
    Arrow,
    /// TAR, also compressed; shards of `WebDataset` are such files.
    Tar,
    /// ZIP, 7z and RAR.
    Zip,
    /// A single file, compressed.
    Compressed,
    /// `TFRecord`, `RecordIO`, LMDB, IDX: many samples in one file.
    Records,
    /// Arrays and tensors: `NumPy`, PyTorch, safetensors, HDF5.
    Arrays,
    /// Sound.
    Sound,
    /// Film.
    Film,
    /// Anything else.
    Other,
}

/// What a file is to a data set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// One picture.
    Picture,
    /// Rows, each a sample.
    Rows,
    /// One text.
    Document,
    /// One clip of sound.
    Sound,
    /// Samples that cannot be seen from outside: counted by bytes.
    Packed,
    /// Samples of a kind that no plan has.
    Unmodeled,
    /// Nothing that is trained on.
    Other,
}

impl Format {
    /// The word on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Jpeg => "jpeg",
            Self::Png => "png",
            Self::Webp => "webp",
            Self::Bmp => "bmp",
            Self::Tiff => "tiff",
            Self::Gif => "gif",
            Self::RarePicture => "picture",
            Self::Jsonl => "jsonl",
            Self::Csv => "csv",
            Self::Tsv => "tsv",
            Self::Json => "json",
            Self::Text => "text",
            Self::Markdown => "markdown",
            Self::Code => "code",
            Self::Parquet => "parquet",
            Self::Arrow => "arrow",
            Self::Tar => "tar",
            Self::Zip => "zip",
            Self::Compressed => "compressed",
            Self::Records => "records",
            Self::Arrays => "arrays",
            Self::Sound => "sound",
            Self::Film => "film",
            Self::Other => "other",
        }
    }

    /// What a file of this form is to a data set.
    #[must_use]
    pub const fn role(self) -> Role {
        match self {
            Self::Jpeg | Self::Png | Self::Webp | Self::Bmp | Self::Tiff | Self::Gif | Self::RarePicture => Role::Picture,
            Self::Jsonl | Self::Csv | Self::Tsv | Self::Json => Role::Rows,
            Self::Text | Self::Markdown | Self::Code => Role::Document,
            Self::Parquet | Self::Arrow | Self::Tar | Self::Zip | Self::Compressed | Self::Records | Self::Arrays => Role::Packed,
            Self::Sound => Role::Sound,
            Self::Film => Role::Unmodeled,
            Self::Other => Role::Other,
        }
    }

    /// By a file's name without its folders.
    #[must_use]
    pub fn of(name: &str) -> Self {
        // Hidden files, and what macOS puts beside each file, are no samples.
        if name.starts_with('.') || is_about(name) {
            return Self::Other;
        }
        let Some((stem, extension)) = name.rsplit_once('.') else { return Self::Other };
        if extension.len() > LONGEST_EXTENSION || stem.is_empty() {
            return Self::Other;
        }
        let extension = extension.to_ascii_lowercase();
        match extension.as_str() {
            "gz" | "bz2" | "xz" | "zst" | "lz4" | "br" => {
                let is_tar = stem.len() >= 4
                    && stem.is_char_boundary(stem.len() - 4)
                    && stem[stem.len() - 4..].eq_ignore_ascii_case(".tar");
                if is_tar { Self::Tar } else { Self::Compressed }
            }
            extension => FORMATS.iter().find(|(known, _)| known.contains(&extension)).map_or(Self::Other, |(_, format)| *format),
        }
    }
}

/// Longer ones are the ends of sentences.
const LONGEST_EXTENSION: usize = 12;

/// Extensions of each form, in lower case.
const FORMATS: [(&[&str], Format); 22] = [
    (&["jpg", "jpeg", "jpe", "jfif"], Format::Jpeg),
    (&["png"], Format::Png),
    (&["webp"], Format::Webp),
    (&["bmp", "dib"], Format::Bmp),
    (&["tif", "tiff"], Format::Tiff),
    (&["gif"], Format::Gif),
    (&["avif", "heic", "heif", "jp2", "jxl", "ppm", "pgm", "dng", "cr2", "nef", "arw", "dcm"], Format::RarePicture),
    (&["jsonl", "ndjson", "jsonlines"], Format::Jsonl),
    (&["csv"], Format::Csv),
    (&["tsv"], Format::Tsv),
    (&["json"], Format::Json),
    (&["txt", "text", "raw", "tokens", "tex", "rst", "srt", "html", "htm", "xml"], Format::Text),
    (&["md", "markdown"], Format::Markdown),
    (
        &[
            "py", "c", "h", "cc", "cpp", "cxx", "hpp", "cu", "cuh", "rs", "go", "java", "kt", "scala", "js", "jsx", "ts", "tsx",
            "rb", "php", "cs", "swift", "m", "mm", "lua", "pl", "r", "jl", "hs", "ml", "sql", "sh", "v", "sv", "vhd", "asm", "s",
            "dart", "ipynb", "vue", "css", "scss",
        ],
        Format::Code,
    ),
    (&["parquet"], Format::Parquet),
    (&["arrow", "feather"], Format::Arrow),
    (&["tar", "tgz", "tbz2", "txz", "wds"], Format::Tar),
    (&["zip", "7z", "rar"], Format::Zip),
    (&["tfrecord", "tfrecords", "rec", "mdb", "lmdb", "beton", "mds", "idx", "ffcv"], Format::Records),
    (&["npy", "npz", "pt", "pth", "safetensors", "h5", "hdf5", "mat", "pkl", "pickle", "bin", "zarr"], Format::Arrays),
    (&["wav", "flac", "mp3", "ogg", "opus", "m4a", "aac"], Format::Sound),
    (&["mp4", "mkv", "avi", "mov", "webm", "mpg", "mpeg"], Format::Film),
];

/// Files that are about a data set or a program and not of it.
fn is_about(name: &str) -> bool {
    const ABOUT: [&str; 10] = [
        "readme",
        "license",
        "licence",
        "changelog",
        "citation",
        "requirements.txt",
        "dataset_infos.json",
        "dataset_info.json",
        "thumbs.db",
        "desktop.ini",
    ];
    ABOUT.iter().any(|about| name.get(..about.len()).is_some_and(|start| start.eq_ignore_ascii_case(about)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_says_what_a_file_is() {
        for (name, expected) in [
            ("0001.JPG", Format::Jpeg),
            ("photo.of.a.cat.jpeg", Format::Jpeg),
            ("猫 1.png", Format::Png),
            ("._0001.jpg", Format::Other),
            (".jpg", Format::Other),
            ("jpg", Format::Other),
            ("train.jsonl", Format::Jsonl),
            ("train.jsonl.gz", Format::Compressed),
            ("shard-000.tar", Format::Tar),
            ("shard-000.TAR.gz", Format::Tar),
            ("é.gz", Format::Compressed),
            ("README.md", Format::Other),
            ("LICENSE.txt", Format::Other),
            ("chapter.md", Format::Markdown),
            ("main.rs", Format::Code),
            ("part-0.parquet", Format::Parquet),
            ("clip.mp4", Format::Film),
            ("notes. And then it rained", Format::Other),
            ("a.\u{202e}gpj", Format::Other),
            ("", Format::Other),
            (".", Format::Other),
            ("ſs.jpg", Format::Jpeg),
        ] {
            assert_eq!(Format::of(name), expected, "{name}");
        }
    }
}
