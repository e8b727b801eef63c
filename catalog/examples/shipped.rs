//! Keeps every table that the browser's bundle has: `cargo xtask catalog-size` compiles it to see what they weigh.

use std::hint::black_box;

fn main() {
    black_box(catalog::gpus());
    black_box(catalog::cpus());
    black_box(catalog::storages());
    black_box(catalog::memory_kits());
    black_box(catalog::models());
}
