//! Prints the digest of this machine.

fn main() {
    println!("{:016x}", engine_digest::digest());
}
