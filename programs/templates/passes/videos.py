## en: Makes videos of prompts, and prints the memory and the time that they took, to be held against the answer.
## zh: 按提示词生成视频，并打印所用的显存与时间，可与答案对照。
## en: python videos.py "a lighthouse in a storm" "a cat on a roof"
## zh: python videos.py "暴风雨中的灯塔" "屋顶上的猫"
import sys
import time

import diffusers
import torch

# % if quantizer == "torchao"
import torchao.quantization

# % endif
# % if quantizer
import transformers

# % endif
PROMPTS = sys.argv[1:] or ["a lighthouse in a storm, waves breaking against the rocks"]
# % if file
# en: where the transformer's file lies, which others have packed and published
# zh: transformer 文件所在的路径，由他人打包发布
FILE = {{file}}
# % endif


def load():
    dtype = {{"torch" | dot(dtype)}}
    models = {}
    # % if is_decoded_wide
    # en: its values exceed the range of 16 bits
    # zh: 其数值会超出 16 位的范围
    models["vae"] = diffusers.AutoencoderKLWan.from_pretrained({{name}}, subfolder="vae", torch_dtype=torch.float32)
    # % endif
    # % if quantizer == "bnb-nf4"
    # en: weights are packed in 4 bits on the card while they are loaded
    # zh: 加载时在显卡上把权重压缩为 4 位
    packing = {"load_in_4bit": True, "bnb_4bit_quant_type": "nf4", "bnb_4bit_compute_dtype": dtype}
    mapping = {
        "transformer": diffusers.BitsAndBytesConfig(**packing),
        # % if has_second
        "transformer_2": diffusers.BitsAndBytesConfig(**packing),
        # % endif
        "text_encoder": transformers.BitsAndBytesConfig(**packing),
    }
    # % elif quantizer == "bnb-int8"
    # en: weights are packed in 8 bits on the card while they are loaded
    # zh: 加载时在显卡上把权重压缩为 8 位
    mapping = {
        "transformer": diffusers.BitsAndBytesConfig(load_in_8bit=True),
        # % if has_second
        "transformer_2": diffusers.BitsAndBytesConfig(load_in_8bit=True),
        # % endif
        "text_encoder": transformers.BitsAndBytesConfig(load_in_8bit=True),
    }
    # % elif quantizer == "torchao"
    # en: weights in 8 bits, unpacked before each product
    # zh: 权重为 8 位，每次相乘前解包
    packing = torchao.quantization.Float8WeightOnlyConfig()
    mapping = {
        "transformer": diffusers.TorchAoConfig(packing),
        # % if has_second
        "transformer_2": diffusers.TorchAoConfig(packing),
        # % endif
        "text_encoder": transformers.TorchAoConfig(packing),
    }
    # % endif
    # % if quantizer
    models["quantization_config"] = diffusers.PipelineQuantizationConfig(quant_mapping=mapping)
    # % elif file
    models["transformer"] = diffusers.WanTransformer3DModel.from_single_file(
        FILE,
        quantization_config=diffusers.GGUFQuantizationConfig(compute_dtype=dtype),
        config={{name}},
        subfolder="transformer",
        torch_dtype=dtype,
    )
    # % endif
    return diffusers.DiffusionPipeline.from_pretrained({{name}}, torch_dtype=dtype, **models)


def place(pipeline):
    # en: videos are decoded one by one, so that a larger batch has no larger peak there
    # zh: 逐段解码视频，批量再大也不会抬高解码时的峰值
    pipeline.vae.enable_slicing()
    # % if is_tiled
    # en: each video is decoded in tiles, which takes a fraction of the memory and somewhat longer
    # zh: 分块解码每段视频，只占一小部分显存，稍慢一些
    pipeline.vae.enable_tiling()
    # % endif
    device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else None
    if device is None:
        raise SystemExit("PyTorch sees no card: install the build for yours (https://pytorch.org/get-started)")
    # % if is_offloaded
    # en: each model is on the card only while it runs
    # zh: 每个模型只在运行时放到显卡上
    pipeline.enable_model_cpu_offload(device=device)
    return pipeline
    # % else
    return pipeline.to(device)
    # % endif


def main():
    pipeline = place(load())
    for number, prompt in enumerate(PROMPTS):
        start = time.perf_counter()
        videos = pipeline(
            [prompt] * {{batch}},
            height={{height}},
            width={{width}},
            num_frames={{frames}},
            num_inference_steps={{steps}},
            output_type="pil",
        ).frames
        seconds = time.perf_counter() - start
        for index, video in enumerate(videos):
            diffusers.utils.export_to_video(video, f"video-{number}-{index}.mp4", fps={{rate}})
        # en: expected: {{ expected_seconds|rounded }} s, {{ expected_gib|rounded }} GiB; the first batch takes longer
        # zh: 预期：{{ expected_seconds|rounded }} 秒，{{ expected_gib|rounded }} GiB；第一批会更慢
        reserved = torch.cuda.max_memory_reserved() if torch.cuda.is_available() else 0
        print(f"videos: {len(videos)}, {seconds:.1f} s, {reserved / 2**30:.1f} GiB reserved")


if __name__ == "__main__":
    main()
