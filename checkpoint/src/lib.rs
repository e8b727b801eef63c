//! What a model is, read from what its own files say.
//!
//! The model behind it: people paste one text ([`read`]), and its form says what it is.
//! A `config.json` becomes the fields of a plan and is counted by the engine, tensor by tensor ([`configuration`]); the header
//! of a `.safetensors` file and `model.safetensors.index.json` are counted by names and shapes ([`weights`]); a line is a name
//! to be looked up ([`name`]).
//! What was not understood is named. Weights never become a plan: names and shapes do not say how a model computes.
//!
//! Reading is total: any text has an answer or a fault with its place, in time that grows with its length and no faster.
//!
//! ```
//! use checkpoint::Reading;
//!
//! let Reading::Name(name) = checkpoint::read("https://huggingface.co/google-bert/bert-base-uncased") else { unreachable!() };
//! assert_eq!(name.entry.map(|entry| entry.id), Some("bert-base"));
//! ```

pub mod configuration;
pub mod count;
mod decide;
mod layers;
pub mod name;
mod naming;
pub mod note;
pub mod part;
mod same;
mod tensor;
mod text;
pub mod traced;
pub mod weights;
pub mod words;

pub use configuration::Configuration;
pub use decide::{MOST_BYTES, Reading, read};
pub use layers::Stack;
pub use name::Name;
pub use note::Note;
pub use part::Part;
pub use same::{Match, Same};
pub use tensor::Dtype;
pub use traced::Traced;
pub use weights::Weights;
