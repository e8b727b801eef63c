//! What other frameworks than PyTorch have: which models, and which settings.
//!
//! A program is written in a framework only where that publishes the model and has every setting; what it does not have is
//! refused when it is asked for, with what works instead.

use engine::architecture::{Architecture, Family};
use engine::training::{ActivationCheckpointing, Framework, Method, Offload, Optimizer, Sharding, Training};

use wire::v1::choices::{self, Method as MethodWord};

/// Models of `tf.keras.applications` by our ids: the module and the constructor in it.
const APPLICATIONS: [(&str, (&str, &str)); 10] = [
    ("resnet50", ("resnet", "ResNet50")),
    ("resnet101", ("resnet", "ResNet101")),
    ("resnet152", ("resnet", "ResNet152")),
    ("densenet121", ("densenet", "DenseNet121")),
    ("mobilenet_v2", ("mobilenet_v2", "MobileNetV2")),
    ("mobilenet_v3_large", ("mobilenet_v3", "MobileNetV3Large")),
    ("efficientnet_b0", ("efficientnet", "EfficientNetB0")),
    ("efficientnet_b4", ("efficientnet", "EfficientNetB4")),
    ("convnext_tiny", ("convnext", "ConvNeXtTiny")),
    ("convnext_base", ("convnext", "ConvNeXtBase")),
];

/// Presets of `KerasHub` by our ids.
const PRESETS: [(&str, &str); 19] = [
    ("bert-base", "bert_base_en_uncased"),
    ("bert-large", "bert_large_en_uncased"),
    ("roberta-base", "roberta_base_en"),
    ("distilbert", "distil_bert_base_en_uncased"),
    ("gpt2", "gpt2_base_en"),
    ("gpt2-medium", "gpt2_medium_en"),
    ("gpt2-large", "gpt2_large_en"),
    ("gpt2-xl", "gpt2_extra_large_en"),
    ("llama-2-7b", "llama2_7b_en"),
    ("llama-3-8b", "llama3_8b_en"),
    ("llama-3.2-1b", "llama3.2_1b"),
    ("llama-3.2-3b", "llama3.2_3b"),
    ("mistral-7b", "mistral_7b_en"),
    ("qwen2.5-0.5b", "qwen2.5_0.5b_en"),
    ("qwen2.5-7b", "qwen2.5_7b_en"),
    ("phi-3-mini", "phi3_mini_4k_instruct_en"),
    ("gemma-2-2b", "gemma2_2b_en"),
    ("mixtral-8x7b", "mixtral_8_7b_en"),
    ("qwen1.5-moe-a2.7b", "qwen1.5_moe_2.7b_en"),
];

/// Models of `MindCV` by our ids.
const MINDCV: [(&str, &str); 18] = [
    ("resnet18", "resnet18"),
    ("resnet34", "resnet34"),
    ("resnet50", "resnet50"),
    ("resnet101", "resnet101"),
    ("resnet152", "resnet152"),
    ("resnext50_32x4d", "resnext50_32x4d"),
    ("densenet121", "densenet121"),
    ("mobilenet_v2", "mobilenet_v2_100"),
    ("mobilenet_v3_large", "mobilenet_v3_large_100"),
    ("efficientnet_b0", "efficientnet_b0"),
    ("efficientnet_b4", "efficientnet_b4"),
    ("convnext_tiny", "convnext_tiny"),
    ("convnext_base", "convnext_base"),
    ("swin_t", "swin_tiny"),
    ("vit_b_16", "vit_b_16_224"),
    ("vit_l_16", "vit_l_16_224"),
    ("timm_vit_base", "vit_b_16_224"),
    ("timm_vit_large", "vit_l_16_224"),
];

/// Where a framework has a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Published {
    /// A constructor of `tf.keras.applications`, and the module that has it with what its pictures go through.
    Application {
        /// As `resnet`.
        module: &'static str,
        /// As `ResNet50`.
        name: &'static str,
    },
    /// A preset of `KerasHub`.
    Preset(&'static str),
    /// A constructor of `MindCV`.
    Mindcv(&'static str),
    /// `MindNLP`, under the name that the model has at Hugging Face.
    Mindnlp,
}

/// Where another framework than PyTorch has a model; `id` is the catalog's, none for a configuration of the reader's own.
#[must_use]
pub fn published(framework: Framework, id: Option<&str>, model: &Architecture) -> Option<Published> {
    let id = id?;
    let found = |table: &[(&'static str, &'static str)]| table.iter().find(|(ours, _)| *ours == id).map(|(_, theirs)| *theirs);
    let is_text = matches!(model.family(), Family::Encoder | Family::Decoder | Family::Seq2seq);
    match framework {
        Framework::Pytorch => None,
        Framework::Tensorflow if is_text => found(&PRESETS).map(Published::Preset),
        Framework::Tensorflow => {
            let found = APPLICATIONS.iter().find(|(ours, _)| *ours == id);
            found.map(|(_, (module, name))| Published::Application { module, name })
        }
        Framework::Mindspore if is_text => catalog::model(id).map(|_| Published::Mindnlp),
        Framework::Mindspore => found(&MINDCV).map(Published::Mindcv),
    }
}

/// The frameworks that have a run: its model and every setting.
#[must_use]
pub fn having(id: Option<&str>, model: &Architecture, training: &Training, methods: &[MethodWord]) -> Vec<Framework> {
    let has = |framework: &Framework| {
        framework.is_modeled() || (published(*framework, id, model).is_some() && lacks(*framework, training, methods).is_empty())
    };
    choices::Framework::ALL.iter().map(|&framework| framework.into()).filter(has).collect()
}

/// A setting that a framework does not have: its pointer and what it takes instead.
pub type Lack = (&'static str, Vec<&'static str>);

/// What of a run another framework than PyTorch does not have; `methods` are those that the model can be trained by.
#[must_use]
pub fn lacks(framework: Framework, training: &Training, methods: &[MethodWord]) -> Vec<Lack> {
    let mut lacks = Vec::new();
    if framework == Framework::Pytorch {
        return lacks;
    }
    // MindSpore trains no quantized weights: its program would hold them in 16 bits.
    if framework == Framework::Mindspore && matches!(training.method, Method::Qlora(..)) {
        let others = methods.iter().filter(|method| **method != MethodWord::Qlora).map(|method| method.as_str());
        lacks.push(("/training/method", others.collect()));
    }
    if training.method.uses_dora() {
        lacks.push(("/training/lora/use_dora", vec!["false"]));
    }
    if training.optimizer.is_pytorch_only() {
        let others = choices::Optimizer::ALL.iter().filter(|optimizer| !Optimizer::from(**optimizer).is_pytorch_only());
        lacks.push(("/training/optimizer", others.map(|optimizer| optimizer.as_str()).collect()));
    }
    let is_sharded = matches!(training.sharding, Sharding::Zero1 | Sharding::Zero2 | Sharding::Zero3);
    if framework == Framework::Tensorflow && is_sharded {
        lacks.push(("/training/sharding", vec!["none", "ddp"]));
    }
    // `keras.RematScope` (3.15) hands layers to TensorFlow's `recompute_grad`, which takes no keywords in a graph ("The
    // custom_gradient decorator currently supports keywords arguments only when eager execution is enabled"): layers have some.
    if framework == Framework::Tensorflow && training.activation_checkpointing != ActivationCheckpointing::None {
        lacks.push(("/training/activation_checkpointing", vec!["none"]));
    }
    // MindSpore's own offloading takes a compiled graph, which none of our programs is.
    if training.offload != Offload::None {
        lacks.push(("/training/offload", vec!["none"]));
    }
    lacks
}
