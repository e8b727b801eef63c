//! The same program as `shipped` without a table: what its module weighs is not the catalog's.

use std::hint::black_box;

fn main() {
    black_box(catalog::VERSION);
}
