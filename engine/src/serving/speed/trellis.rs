//! Time of products with weights in EXL3: a trellis is decoded anew for every 16 rows, and for many rows once, into memory.
//!
//! `exl3_gemm_kernel.cuh` and `LinearEXL3.forward` of `ExLlamaV3` 1.4.1.

use super::overlap::overlapped;
use crate::hardware::Gpu;

/// Share of the memory's bandwidth that reading a trellis for a row reaches: it is decoded weight by weight, which takes longer than its
/// bytes do. A calibration: Qwen3.6 27B of 4 and 6 bits on one RTX 3090 held to 220 W, on which llama.cpp reaches 0.8 of its own
/// share, writes 28.4 and 17.1 tokens a second with 1.0.0 (2026-07; `engine/reference/serving_exllama.csv`): 0.35 to 0.42 of the
/// bandwidth, 0.5 without the cap.
const READING: f64 = 0.5;
/// Rows that are multiplied with what was decoded (`TILESIZE_M`).
const ROWS: f64 = 16.0;
/// Rows beyond which a matrix is unpacked into memory first (`AUTO_RECONSTRUCT_THRESHOLD`).
const MOST_ROWS: f64 = 144.0;
/// Bytes that pass for a weight which is unpacked so: 16 bits written, and read again by the product.
const UNPACKED_BYTES: f64 = 4.0;
/// Share of the bandwidth at which they pass, as that of any copy.
const COPYING: f64 = 0.8;

/// What the card does with a trellis.
pub(super) struct Trellis {
    /// Bytes of it a second.
    reading: f64,
    /// Seconds for a weight that is unpacked into memory.
    unpacking: f64,
}

impl Trellis {
    /// That of a card.
    pub fn of(gpu: &Gpu) -> Self {
        let bandwidth = gpu.memory_bandwidth.get();
        Self { reading: READING * bandwidth, unpacking: UNPACKED_BYTES / (COPYING * bandwidth) }
    }

    /// Time of a product of so many bytes and weights, whose operations take so long, with so many rows in each matrix.
    pub fn time(&self, (bytes, weights): (f64, f64), computing: f64, rows: f64) -> f64 {
        let read = bytes / self.reading;
        if rows > MOST_ROWS {
            return read + weights * self.unpacking + computing;
        }
        let reading = read * libm::ceil(rows / ROWS).max(1.0);
        overlapped(reading, computing)
    }
}
