//! Words of the trade that the data has no field for: what kinds, makers and families are also called, in both languages.

use super::row::Kind;
use crate::ModelFamily;

/// What rows of a list are called.
pub const fn of_kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Gpu => "gpu gpus graphics card cards accelerator accelerators vram memory 显卡 显存 加速卡",
        Kind::Model => "model models parameters params network 模型 网络 参数",
        Kind::Cpu => "cpu cpus processor processors 处理器",
    }
}

/// A maker's name in Chinese.
pub fn of_vendor(vendor: &str) -> &'static str {
    match vendor {
        "NVIDIA" => "英伟达",
        "AMD" => "超威",
        "Intel" => "英特尔",
        "Huawei" => "华为",
        "Apple" => "苹果",
        _ => "",
    }
}

/// What models that make videos are called beside their family's words.
pub const VIDEO: &str = "video videos text-to-video film 视频 文生视频";

/// What the models of a family are called.
pub const fn of_family(family: ModelFamily) -> &'static str {
    match family {
        ModelFamily::Cnn => "cnn convolutional image classification classifier 图像 分类 卷积",
        ModelFamily::VisionTransformer => "vision transformer vit image classification classifier 图像 分类 视觉",
        ModelFamily::Segmentation => "segmentation 图像 分割",
        ModelFamily::Detection => "object detection detector 目标 检测",
        ModelFamily::Encoder => "text encoder 文本 编码器",
        ModelFamily::Decoder => "language llm decoder causal 语言 大",
        ModelFamily::Seq2seq => "seq2seq encoder-decoder 编码器 解码器",
        ModelFamily::Speech => {
            "speech audio sound recognition transcription asr speech-to-text transcribe subtitles dictation 语音 音频 识别 转写 转录 听写 字幕"
        }
        ModelFamily::Diffusion => "latent diffusion text-to-image 扩散 文生图",
    }
}
