//! Prints the table of this machine's answers.

fn main() {
    print!("{}", engine_digest::answers());
}
