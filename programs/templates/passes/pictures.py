## en: Makes pictures of prompts, and prints the memory and the time that they took, to be held against the answer.
## zh: 按提示词生成图片，并打印所用的显存与时间，可与答案对照。
## en: python pictures.py "a lighthouse in a storm" "a cat on a roof"
## zh: python pictures.py "暴风雨中的灯塔" "屋顶上的猫"
# % if transformer
## en: The repository asks for an account that has accepted its licence: hf auth login
## zh: 该仓库需要已接受许可协议的账号：hf auth login
# % endif
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
PROMPTS = sys.argv[1:] or ["a lighthouse in a storm, oil painting"]
# % if file
# en: where the transformer's file lies, which others have packed and published
# zh: transformer 文件所在的路径，由他人打包发布
FILE = {{file}}
# % endif


def load():
    dtype = {{"torch" | dot(dtype)}}
    # % if quantizer == "bnb-nf4"
    # en: weights are packed in 4 bits on the card while they are loaded
    # zh: 加载时在显卡上把权重压缩为 4 位
    packing = {"load_in_4bit": True, "bnb_4bit_quant_type": "nf4", "bnb_4bit_compute_dtype": dtype}
    mapping = {
        "transformer": diffusers.BitsAndBytesConfig(**packing),
        {{prompts}}: transformers.BitsAndBytesConfig(**packing),
    }
    # % elif quantizer == "bnb-int8"
    # en: weights are packed in 8 bits on the card while they are loaded
    # zh: 加载时在显卡上把权重压缩为 8 位
    mapping = {
        "transformer": diffusers.BitsAndBytesConfig(load_in_8bit=True),
        {{prompts}}: transformers.BitsAndBytesConfig(load_in_8bit=True),
    }
    # % elif quantizer == "torchao"
    # en: weights in 8 bits, unpacked before each product
    # zh: 权重为 8 位，每次相乘前解包
    packing = torchao.quantization.Float8WeightOnlyConfig()
    mapping = {
        "transformer": diffusers.TorchAoConfig(packing),
        {{prompts}}: transformers.TorchAoConfig(packing),
    }
    # % endif
    # % if quantizer
    quantization = diffusers.PipelineQuantizationConfig(quant_mapping=mapping)
    return diffusers.DiffusionPipeline.from_pretrained({{name}}, quantization_config=quantization, torch_dtype=dtype)
    # % elif file
    transformer = {{"diffusers" | dot(transformer)}}.from_single_file(
        FILE,
        quantization_config=diffusers.GGUFQuantizationConfig(compute_dtype=dtype),
        config={{name}},
        subfolder="transformer",
        torch_dtype=dtype,
    )
    return diffusers.DiffusionPipeline.from_pretrained({{name}}, transformer=transformer, torch_dtype=dtype)
    # % elif transformer
    return diffusers.DiffusionPipeline.from_pretrained({{name}}, torch_dtype=dtype)
    # % elif has_checker
    # en: the files in 16 bits, without the network that checks finished pictures
    # zh: 16 位的文件，不加载检查成图的网络
    return diffusers.DiffusionPipeline.from_pretrained({{name}}, variant="fp16", safety_checker=None, torch_dtype=dtype)
    # % else
    # en: the files in 16 bits
    # zh: 16 位的文件
    return diffusers.DiffusionPipeline.from_pretrained({{name}}, variant="fp16", torch_dtype=dtype)
    # % endif


def place(pipeline):
    # en: pictures are decoded one by one, so that a larger batch has no larger peak there
    # zh: 逐张解码图片，批量再大也不会抬高解码时的峰值
    pipeline.vae.enable_slicing()
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
        pictures = pipeline(
            prompt,
            height={{height}},
            width={{width}},
            num_inference_steps={{steps}},
            num_images_per_prompt={{batch}},
            # % if tokens
            max_sequence_length={{tokens}},
            # % endif
        ).images
        seconds = time.perf_counter() - start
        for index, picture in enumerate(pictures):
            picture.save(f"picture-{number}-{index}.png")
        # en: expected: {{ expected_seconds|rounded }} s, {{ expected_gib|rounded }} GiB; the first batch takes longer
        # zh: 预期：{{ expected_seconds|rounded }} 秒，{{ expected_gib|rounded }} GiB；第一批会更慢
        reserved = torch.cuda.max_memory_reserved() if torch.cuda.is_available() else 0
        print(f"pictures: {len(pictures)}, {seconds:.1f} s, {reserved / 2**30:.1f} GiB reserved")


if __name__ == "__main__":
    main()
