//! The sizes at the head of a program outside PyTorch.

use super::run::Bounded;
use super::script::Script;

/// Batch, lengths, classes, epochs and where the data are; `batch` says in English and Chinese what the batch counts.
pub(super) fn constants(script: &mut Script, run: Bounded<'_>, batch: (&str, &str)) {
    let (training, data) = (run.training(), run.data());
    script.line(format!("MICRO_BATCH_SIZE = {}", training.micro_batch_size), batch);
    script.line(
        format!("GRADIENT_ACCUMULATION_STEPS = {}", training.gradient_accumulation_steps),
        ("above 1 a sum of gradients is kept, one more copy", "大于 1 时另存一份梯度之和"),
    );
    if run.is_text() {
        script.line(
            format!("SEQUENCE_LENGTH = {}", data.sequence_length),
            ("tokens: activations grow with it", "词元数：激活值随之增长"),
        );
    } else {
        script.line(
            format!("IMAGE_SIZE = ({}, {})", data.image_height, data.image_width),
            ("activations grow with the area", "激活值随面积增长"),
        );
    }
    script.raw(&format!(
        "NUM_CLASSES = {}\nSAMPLES = {}\nEPOCHS = {}\nLEARNING_RATE = {}",
        data.num_classes,
        data.samples,
        training.epochs,
        run.learning_rate()
    ));
    script.raw("DATA_DIR = os.environ.get(\"DATA_DIR\")\nMAX_STEPS = int(os.environ.get(\"MAX_STEPS\", \"0\"))");
}
