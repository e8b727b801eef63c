//! One command for each place that a data set may lie in, which lists its files with their sizes.
//!
//! None of them changes anything. Those that print a size and a path a line are the shortest and the surest to read.

/// A place, and what to type there.
pub const COMMANDS: [(&str, &str); 7] = [
    ("Linux", "find . -type f -printf '%s %p\\n'"),
    ("macOS", "find . -type f -exec stat -f '%z %N' {} +"),
    ("Windows (PowerShell)", "Get-ChildItem -Recurse -File | ForEach-Object { \"$($_.Length) $($_.FullName)\" }"),
    ("Windows (cmd)", "dir /s /a-d"),
    ("Amazon S3", "aws s3 ls --recursive s3://bucket/folder/"),
    ("TAR", "tar tvf data.tar"),
    ("ZIP", "unzip -l data.zip"),
];
