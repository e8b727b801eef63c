//! What one form makes of one line.

use crate::shapes::Pixels;

/// What one form makes of one line.
pub enum Reading<'a> {
    /// It is another form's.
    Foreign,
    /// It is of this form, and of no file.
    Nothing,
    /// What follows stands in this folder.
    Folder(&'a str),
    /// A link, which nobody follows.
    Link,
    /// A file.
    File(File<'a>),
}

/// A file as a line names it.
#[derive(Clone, Copy)]
pub struct File<'a> {
    /// Its name in the folder of the list, or its path.
    pub name: &'a str,
    /// Its size.
    pub bytes: u64,
    /// The size is rounded.
    pub is_rounded: bool,
    /// The name has its folders with it, also where it has none.
    pub is_path: bool,
    /// Width and height, where the line says them.
    pub pixels: Option<Pixels>,
}
