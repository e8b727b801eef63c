# % if spread.by == "fsdp" and lora
## en: {{ title|words }}. PyTorch 2.8 or later, which shards adapters beside frozen weights of another type; a plain loop.
## zh: {{ title|words }}。PyTorch 2.8 及以上（可对适配器与不同类型的冻结权重一并分片），普通训练循环。
# % elif spread.by == "fsdp"
## en: {{ title|words }}. PyTorch 2.6 or later, a plain loop.
## zh: {{ title|words }}。PyTorch 2.6 及以上，普通训练循环。
# % elif training.optimizer == "muon"
## en: {{ title|words }}. PyTorch 2.9 or later, which has Muon; a plain loop.
## zh: {{ title|words }}。PyTorch 2.9 及以上（自带 Muon），普通训练循环。
# % else
## en: {{ title|words }}. PyTorch 2.3 or later, a plain loop.
## zh: {{ title|words }}。PyTorch 2.3 及以上，普通训练循环。
# % endif
# % if origin.library in ["transformers", "configuration"]
## en: transformers 5.23 or later.
## zh: transformers 5.23 及以上。
# % endif
# % include "verdict.py"
# % if not memory.missing
# % if machine.device_type in ["cuda", "xpu"]
## en: The log should say: samples_per_second about {{ pace.rate|words }}, peak_memory_gib about {{ memory.reserved|words }}.
## zh: 日志应显示：samples_per_second 约 {{ pace.rate|words }}，peak_memory_gib 约 {{ memory.reserved|words }}。
# % else
## en: The log should say: samples_per_second about {{ pace.rate|words }}.
## zh: 日志应显示：samples_per_second 约 {{ pace.rate|words }}。
# % endif
# % endif
## en: Without --data random samples of the right size stand in, so that memory and speed can be measured at once.
## zh: 未给出 --data 时以同样大小的随机样本代替，可直接测量显存与速度。
import argparse

# % if spread.by == "replicas" or task.name == "prefer-answers"
import contextlib

# % endif
# % if task.name == "transcribe"
import csv

# % endif
import functools

import glob

# % if task.name == "classify"
import io

# % endif
import itertools
import json
import math
import os

# % if training.optimizer == "muon"
import re

# % endif
# % if spread.by in ["fsdp", "deepspeed"]
import shutil

# % endif
import sys
import time

# % if task.name in ["classify", "segment", "read-pictures"]
import PIL.Image

# % endif
# % if task.name == "read-pictures"
import PIL.ImageOps

# % endif
# % if saves_tensors
import safetensors.torch

# % endif
import torch

# % if machine.device_type == "npu"
# en: registers the device
# zh: 注册该设备
import torch_npu

# % endif
# % if spread.by != "single"
import torch.distributed as dist

# % endif
import torch.nn.functional as F
from torch.utils.data import DataLoader, Dataset

# % if has_checkpoint_function
from torch.utils.checkpoint import checkpoint
# % endif

# % if origin.library == "torchvision"
import torchvision

# % elif origin.library == "timm"
import timm
import torchvision

# % elif origin.library == "smp"
import segmentation_models_pytorch as smp
import torchvision

# % elif origin.library == "diffusers"
import diffusers

# % elif origin.library == "plain-unet"
import torchvision
from torch import nn

# % else
# % if task.name == "classify"
import torchvision

# % endif
import transformers

# % endif
# % if task.name == "prefer-answers"
from peft.tuners.tuners_utils import BaseTunerLayer

# % endif
# % if quantization
from peft import LoraConfig, get_peft_model, prepare_model_for_kbit_training

# % elif lora
from peft import LoraConfig, get_peft_model
# % endif

# en: samples a GPU and forward pass: activations ({{ memory.activations|words }}) grow with it
# zh: 每卡每次前向的样本数：激活值（{{ memory.activations|words }}）随之增长
MICRO_BATCH_SIZE = {{training.micro_batch_size}}
# % if training.gradient_accumulation_steps > 1
# en: imitates a larger batch; gradients stay allocated in between
# zh: 模拟更大批次；期间梯度一直占用显存
# % else
# en: 1: no accumulation; raise it for a larger batch at the same activations
# zh: 1：不累积；激活值不变而增大批次时调高
# % endif
GRADIENT_ACCUMULATION_STEPS = {{training.gradient_accumulation_steps}}
# % if task.name == "read-pictures"
# en: tokens of a sample, those that its pictures become among them: activations and logits grow with it
# zh: 每条样本的 token 数（含图片 token）：激活值与 logits 随之增长
SEQUENCE_LENGTH = {{data.sequence_length}}
# % elif is_text
# en: tokens of a text: activations and logits grow with it
# zh: 每条文本的 token 数：激活值与 logits 随之增长
SEQUENCE_LENGTH = {{data.sequence_length}}
# % if task.name == "text-to-text"
# en: tokens of the answer: logits grow with it
# zh: 目标文本的 token 数：logits 随之增长
TARGET_LENGTH = {{data.target_length}}
# % endif
# % elif task.name == "transcribe"
# en: tokens of what is said in a clip: the decoder's activations and logits grow with it
# zh: 每个片段文本的 token 数：解码器的激活值与 logits 随之增长
TARGET_LENGTH = {{data.target_length}}
# en: language of the texts, which the model is told; no effect on memory
# zh: 文本的语言，训练时会告知模型；与显存无关
LANGUAGE = {{data.language}}
# % else
# en: height and width in pixels: activations grow with their product
# zh: 高与宽（像素）：激活值随面积增长
IMAGE_SIZE = ({{data.image_height}}, {{data.image_width}})
# % endif
# % if task.name in ["classify", "segment", "detect", "classify-text"]
# en: outputs of the head
# zh: 输出头的类别数
NUM_CLASSES = {{data.num_classes}}
# % endif
# en: no effect on memory
# zh: 与显存无关
EPOCHS = {{training.epochs}}
# en: a start, to be tuned; no effect on memory
# zh: 仅作起点，需自行调整；与显存无关
LEARNING_RATE = {{training.learning_rate | bare}}
# en: your data set; none: random samples
# zh: 数据集目录；为空则用随机样本
DATA_DIR = os.environ.get("DATA_DIR")
# en: samples of an evaluation's batch, which keeps no activations: at the training's batch it stays below its peak
# zh: 评估批次的样本数；评估不保存激活值，批次与训练相同时低于训练峰值
EVALUATION_BATCH_SIZE = MICRO_BATCH_SIZE
# en: data set that is not trained on; none: no evaluation
# zh: 不参与训练的数据集；为空则不评估
EVALUATION_DIR = None
# en: where the trained weights go; none: nowhere
# zh: 训练好的权重存放处；为空则不保存
OUTPUT_DIR = None
# en: stop after so many optimizer steps; 0: never
# zh: 在若干优化步后停止；0 表示不限
MAX_STEPS = int(os.environ.get("MAX_STEPS", "0"))
# en: share of the steps in which the learning rate rises; then it falls to nothing in a straight line
# zh: 学习率上升阶段所占步数比例；此后线性降为零
WARM_UP = {{training.warm_up | short}}
# en: updates between two states to go on from; 0: one after every epoch
# zh: 每隔多少次更新保存一次可续训的状态；0 表示每轮一次
SAVE_EVERY = 0
# en: whether to go on from the last of them
# zh: 是否从最近的状态继续
RESUME = False
# % if loader.batched_preprocessing and is_text
# en: whether texts of like length share a batch; the longest batches need what is estimated, the others less
# zh: 是否让长度相近的文本同批；最长的批次与估算一致，其余更少
BY_LENGTH = False
# % endif
# % if training.max_gradient_norm > 0
# en: longer gradients are shortened to this; takes no memory
# zh: 过长的梯度缩短到此值；不占显存
MAX_GRADIENT_NORM = {{training.max_gradient_norm | short}}
# % endif
# en: updates before the clock runs: workers start, kernels are chosen and states allocated in them
# zh: 计时前的更新次数：期间启动加载进程、选定内核、分配优化器状态
WARMED_UP = 3
SEED = 0
# en: of all processes, which the launcher counts
# zh: 启动器给出的进程序号与总数
RANK, PROCESSES = int(os.environ.get("RANK", "0")), int(os.environ.get("WORLD_SIZE", "1"))
# % if machine.device_type == "cuda"
DEVICE_TYPE = "cuda" if torch.cuda.is_available() else "cpu"
# % elif machine.device_type == "xpu"
DEVICE_TYPE = "xpu" if torch.xpu.is_available() else "cpu"
# % elif machine.device_type == "mps"
DEVICE_TYPE = "mps" if torch.backends.mps.is_available() else "cpu"
# % else
DEVICE_TYPE = "npu" if torch_npu.npu.is_available() else "cpu"
# % endif


def limit_memory(device):
    # % if machine.device_type == "cuda"
    if device.type == "cuda":
        # en: caps the allocator at {{ limit.amount|words }}: an error comes early, instead of spilling or starving the desktop
        # zh: 将分配器上限设为 {{ limit.amount|words }}：超出时尽早报错，而不是溢出或挤占桌面
        torch.cuda.set_per_process_memory_fraction({{limit.percent}} / 100, device)
        ## en: The allocator keeps its default settings, which the estimate is for; where fragmentation is the trouble, PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True lowers what is reserved.
        ## zh: 分配器保持默认设置（估算即以此为准）；若碎片严重，PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True 可减少预留显存。
    # % else
    ## en: PyTorch has no cap a process for this device that is known to hold; the estimate's peak is above.
    ## zh: PyTorch 在该设备上没有可靠的进程显存上限；峰值估算见上。
    # % endif
    # % if training.precision == "fp32"
    # en: FP32 arithmetic throughout; TF32 would be faster at the same memory
    # zh: 全程 FP32 运算；改用 TF32 更快而显存不变
    torch.set_float32_matmul_precision("highest")
    # % else
    # en: what stays FP32 runs on TF32 tensor cores: faster, same memory
    # zh: 保留 FP32 的部分走 TF32 张量核心：更快，显存不变
    torch.set_float32_matmul_precision("high")
    # % endif
    # en: the same for convolutions
    # zh: 卷积同理
    torch.backends.cudnn.allow_tf32 = {{training.precision != "fp32"}}
    # % if turns_fused_attention_off
    # en: without fused kernels attention scores are materialised: memory grows with the square of the tokens
    # zh: 不用融合内核时会完整生成注意力分数：显存随 token 数的平方增长
    for kernel in ("flash", "mem_efficient", "cudnn"):
        getattr(torch.backends.cuda, f"enable_{kernel}_sdp", lambda is_on: None)(False)
    # % endif
    # % if task.name == "detect"
    # en: pictures of many sizes: trying kernels out would begin anew with each
    # zh: 图片尺寸不一：每种尺寸都要重新试选内核，故不启用
    torch.backends.cudnn.benchmark = False
    # % elif not is_text and task.name != "transcribe"
    # en: tries convolution kernels in the first steps; their workspaces may raise the first peak
    # zh: 在最初几步试选卷积内核；其工作区可能抬高首次峰值
    torch.backends.cudnn.benchmark = True


# % endif

# % if origin.library == "plain-unet"
# % include "pytorch/unet.py"

# % endif

# % if origin.library == "configuration" and (not quantization or loads_by_first_process or image_text)
# % include "pytorch/describe.py"


# % endif

# % include "pytorch/load.py"


# % include "pytorch/model.py"

# % include "in_memory.py"

# % if task.name == "classify"
# % include "pytorch/classes.py"
# % elif task.name == "segment"
# % include "pytorch/maps.py"
# % elif task.name == "detect"
# % include "pytorch/objects.py"
# % elif task.name == "denoise"
# % include "pytorch/latents.py"
# % elif task.name == "transcribe"
# % include "pytorch/sounds.py"
# % elif task.name == "read-pictures"
# % include "pytorch/image_text.py"
# % else
# % set is_plain_loop = true
# % include "texts.py"
# % endif


# % include "pytorch/loader.py"

# % include "loss.py"

# % if spread.by != "deepspeed" or training.optimizer != "adamw"

# % include "pytorch/optimizer.py"

# % endif

# % include "pytorch/schedule.py"


# % include "pytorch/distribute.py"


# % include "pytorch/save.py"


# % include "pytorch/resume.py"


# % include "pytorch/evaluate.py"


# % include "pytorch/main.py"
