//! The baseline for `shipped`: a program without any table, whose size is what a module weighs without the catalog.

use std::hint::black_box;

fn main() {
    black_box(catalog::VERSION);
}
