## en: Encodes pictures and captions once: train.py reads what lies in OUTPUT then, a file a sample, and needs neither VAE nor text encoders.
## zh: 预先编码图片与描述：结果存放在 OUTPUT，每个样本一个文件，train.py 直接读取，不再需要 VAE 与文本编码器。
## en: PICTURES holds pictures, in folders or not, each with its caption beside it: cat.jpg and cat.txt.
## zh: PICTURES 中存放图片（可含子目录），描述与图片同名并列：cat.jpg 与 cat.txt。
import argparse
import glob
import os

import diffusers
import PIL.Image
import torch
import torchvision

import train

ENDINGS = (".jpg", ".jpeg", ".png", ".webp")


def pictures_of(folder):
    found = glob.glob(os.path.join(folder, "**", "*"), recursive=True)
    pictures = sorted(path for path in found if path.lower().endswith(ENDINGS))
    without = [path for path in pictures if not os.path.exists(caption_of(path))]
    if not pictures:
        raise SystemExit(f"{folder} holds no picture ({', '.join(ENDINGS)})")
    if without:
        raise SystemExit(
            f"{len(without)} of {len(pictures)} pictures have no caption; the first is {without[0]}, whose caption would be {caption_of(without[0])}"
        )
    return pictures


def caption_of(picture):
    return os.path.splitext(picture)[0] + ".txt"


def load(device):
    # en: all but the model that is trained; 16 bits on a card, as the models were published
    # zh: 除被训练的模型外全部加载；在显卡上用 16 位，与发布时一致
    dtype = torch.float32 if device == "cpu" else {{"torch" | dot(mixed or "bfloat16")}}
    # % if task.folder == "unet"
    pipeline = diffusers.DiffusionPipeline.from_pretrained({{origin.name}}, unet=None, torch_dtype=dtype).to(device)
    # % else
    pipeline = diffusers.DiffusionPipeline.from_pretrained({{origin.name}}, transformer=None, torch_dtype=dtype).to(device)
    # % endif
    # en: some VAEs overflow in 16 bits
    # zh: 部分 VAE 在 16 位下会溢出
    pipeline.vae.to(torch.float32)
    return pipeline


def latents_of(pipeline, path):
    transforms = torchvision.transforms
    height, width = train.IMAGE_SIZE
    picture = PIL.Image.open(path).convert("RGB")
    # en: as large as it must be to cover the cut, which is taken from the middle
    # zh: 缩放到刚好覆盖裁剪框，再从中心裁剪
    scale = max(height / picture.height, width / picture.width)
    size = [max(height, round(picture.height * scale)), max(width, round(picture.width * scale))]
    cut = transforms.Compose([transforms.Resize(size), transforms.CenterCrop((height, width)), transforms.ToTensor()])
    pixels = cut(picture)[None].to(pipeline.device) * 2 - 1
    vae = pipeline.vae
    # en: the middle of what the VAE allows, whose spread is next to nothing: two runs write the same
    # zh: 取 VAE 分布的均值（其方差极小）：重复运行结果相同
    latents = vae.encode(pixels).latent_dist.mode()
    latents = (latents - (getattr(vae.config, "shift_factor", None) or 0)) * vae.config.scaling_factor
    # % if task.denoiser == "flux"
    # en: 2 x 2 pixels of the latents are one token
    # zh: 潜变量的 2×2 个像素组成一个 token
    latents = pipeline._pack_latents(latents, *latents.shape)
    # % endif
    return latents[0]


def text_of(pipeline, caption):
    # % if task.denoiser == "unet"
    text, _ = pipeline.encode_prompt(caption, pipeline.device, 1, False)
    return {"text": text[0]}
    # % elif task.denoiser == "unet-xl"
    text, _, pooled, _ = pipeline.encode_prompt(caption, device=pipeline.device, do_classifier_free_guidance=False)
    return {"text": text[0], "pooled": pooled[0]}
    # % elif task.denoiser == "sd3"
    # en: the tokens of the T5 stand behind the 77 of the CLIPs
    # zh: T5 的 token 排在 CLIP 的 77 个之后
    length = max({{latents.tokens}} - 77, 1)
    text, _, pooled, _ = pipeline.encode_prompt(caption, None, None, device=pipeline.device, do_classifier_free_guidance=False, max_sequence_length=length)
    return {"text": text[0], "pooled": pooled[0]}
    # % else
    text, pooled, _ = pipeline.encode_prompt(caption, device=pipeline.device, max_sequence_length={{latents.tokens}})
    return {"text": text[0], "pooled": pooled[0]}


# % endif


@torch.inference_mode()
def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("pictures")
    parser.add_argument("output")
    chosen = parser.parse_args()
    pictures = pictures_of(chosen.pictures)
    os.makedirs(chosen.output, exist_ok=True)
    pipeline = load(train.DEVICE_TYPE)
    for done, path in enumerate(pictures, 1):
        name = os.path.relpath(path, chosen.pictures).replace(os.sep, "--")
        target = os.path.join(chosen.output, f"{name}.pt")
        # en: what is there is not encoded again: an interrupted run goes on
        # zh: 已编码的不再重复：中断后可继续
        if os.path.exists(target):
            continue
        with open(caption_of(path), encoding="utf-8") as file:
            sample = {"latents": latents_of(pipeline, path), **text_of(pipeline, file.read().strip())}
        sample = {name: value.float().cpu().contiguous() for name, value in sample.items()}
        # en: whole or not there
        # zh: 要么完整，要么不存在
        torch.save(sample, f"{target}.part")
        os.replace(f"{target}.part", target)
        if done % 100 == 0 or done == len(pictures):
            print(f"{done} of {len(pictures)}", flush=True)


if __name__ == "__main__":
    main()
