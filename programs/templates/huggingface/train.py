## en: {{ title|words }}. Hugging Face Trainer (transformers 5.23 or later).
## zh: {{ title|words }}。Hugging Face Trainer（transformers 5.23 及以上）。
# % include "verdict.py"
# % if loss_by == "program" and training.loss_logits == "chunked"
import functools

# % endif
# % if task.name == "next-token"
import json

# % endif
import os

# % if training.linear_attention == "torch"
import sys

# % endif
import torch

# % if loss_by == "program"
import torch.nn.functional as F

# % endif
import transformers

# % if quantization
from peft import LoraConfig, get_peft_model, prepare_model_for_kbit_training

# % elif lora
from peft import LoraConfig, get_peft_model

# % endif
from torch.utils.data import Dataset

# % if loss_by == "program" and training.loss_logits == "chunked"
from torch.utils.checkpoint import checkpoint
# % endif

# en: samples a GPU: activations grow with it
# zh: 每卡样本数：激活值随之增长
MICRO_BATCH_SIZE = {{training.micro_batch_size}}
# en: micro-batches an update: a larger batch at the same activations
# zh: 梯度累积步数：批次更大而激活值不变
GRADIENT_ACCUMULATION_STEPS = {{training.gradient_accumulation_steps}}
# en: tokens: activations and logits grow with it
# zh: token 数：激活值与 logits 随之增长
SEQUENCE_LENGTH = {{data.sequence_length}}
# % if task.name == "text-to-text"
# en: tokens of the answer
# zh: 目标文本的 token 数
TARGET_LENGTH = {{data.target_length}}
# % elif task.name == "classify-text"
# en: outputs of the head
# zh: 输出头的类别数
NUM_CLASSES = {{data.num_classes}}
# % endif
# en: your data set; none: random samples
# zh: 数据集目录；为空则用随机样本
DATA_DIR = os.environ.get("DATA_DIR")
# en: folder with validation.txt, whose loss is told after every epoch; none: no evaluation
# zh: 含 validation.txt 的目录，每轮结束后报告其损失；为空则不评估
EVALUATION_DIR = os.environ.get("EVALUATION_DIR")
# en: a start, to be tuned; no effect on memory
# zh: 仅作起点，需自行调整；与显存无关
LEARNING_RATE = {{training.learning_rate | bare}}
# en: where the trained weights go, where there are data
# zh: 有数据时训练结果的存放处
OUTPUT_DIR = os.environ.get("OUTPUT_DIR", "out-trainer")
# en: updates; 0: all epochs, and of random samples a few, to see peak and speed
# zh: 更新次数；0 表示训练全部轮次，随机样本则只更新几次以查看峰值与速度
MAX_STEPS = int(os.environ.get("MAX_STEPS", "0"))
# % if loading == "streamed"
# % if machine.device_type == "cuda"
DEVICE = f"cuda:{os.environ.get('LOCAL_RANK', 0)}" if torch.cuda.is_available() else "cpu"
# % elif machine.device_type == "xpu"
DEVICE = f"xpu:{os.environ.get('LOCAL_RANK', 0)}" if torch.xpu.is_available() else "cpu"
# % elif machine.device_type == "mps"
DEVICE = "mps" if torch.backends.mps.is_available() else "cpu"
# % else
DEVICE = f"npu:{os.environ.get('LOCAL_RANK', 0)}" if torch.npu.is_available() else "cpu"
# % endif
# % endif

# % if has_deepspeed
# % include "deepspeed.py"

# % endif

# % include "huggingface/model.py"

# % include "in_memory.py"

# % set is_plain_loop = false
# % include "texts.py"

# % if loss_by == "program"

# % include "loss.py"


class Trainer(transformers.Trainer):
    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        # en: instead of the model's own loss
        # zh: 代替模型自带的损失
        loss = loss_of(model, dict(inputs))
        return (loss, {}) if return_outputs else loss


# % endif

# % include "huggingface/arguments.py"


def main():
    # % if loader.cache == "ram"
    global DATA_DIR
    # % endif
    if DATA_DIR and os.path.isdir(OUTPUT_DIR) and os.listdir(OUTPUT_DIR):
        raise SystemExit(f"{OUTPUT_DIR} is not empty: name another OUTPUT_DIR")
    # % if machine.device_type == "cuda"
    if torch.cuda.is_available():
        torch.cuda.set_device(int(os.environ.get("LOCAL_RANK", 0)))
        # en: caps the allocator: an error comes early, instead of spilling
        # zh: 限制分配器：尽早报错，而不是溢出
        torch.cuda.set_per_process_memory_fraction({{limit.percent}} / 100)
    # % endif
    settings = arguments()
    model = build_model()
    # % if loader.cache == "ram"
    DATA_DIR = in_memory(DATA_DIR)
    # % endif
    trainer = {{("Trainer" if loss_by == "program" else "transformers.Trainer") | bare}}(
        model=model,
        args=settings,
        train_dataset=Samples(DATA_DIR),
        eval_dataset=Samples(EVALUATION_DIR, is_training=False) if EVALUATION_DIR else None,
        # % if loader.batched_preprocessing
        # en: the data set has put the batch together
        # zh: 批次已由数据集组好
        data_collator=as_it_is,
        # % endif
        # % if not optimizer_name
        # % set kernel = "fused" if training.optimizer_implementation == "fused" else "foreach"
        # % set is_grouped = training.optimizer_implementation != "for-loop"
        # en: states take {{ memory.states|words }} a GPU
        # zh: 状态每卡占 {{ memory.states|words }}
        optimizer_cls_and_kwargs=(  # one line
            # % if training.optimizer == "adamw-8bit"
            __import__("bitsandbytes").optim.AdamW8bit,
            {"lr": LEARNING_RATE},
            # % elif training.optimizer == "lion-8bit"
            __import__("bitsandbytes").optim.Lion8bit,
            {"lr": LEARNING_RATE},
            # % elif training.optimizer in ["sgd", "sgd-momentum"]
            torch.optim.SGD,
            {"lr": LEARNING_RATE, "momentum": {{0.9 if training.optimizer == "sgd-momentum" else 0}}, {{kernel}}: {{is_grouped}}},
            # % else
            torch.optim.AdamW,
            {"lr": LEARNING_RATE, {{kernel}}: {{is_grouped}}},
            # % endif
        ),
        # % endif
    )
    # en: every micro-batch counts alike, as in train.py, and not by its tokens
    # zh: 与 train.py 一致：各微批次权重相同，不按 token 数加权
    trainer.model_accepts_loss_kwargs = False
    trainer.train()
    if DATA_DIR:
        trainer.save_model()
        if TOKENIZER and trainer.is_world_process_zero():
            transformers.AutoTokenizer.from_pretrained(TOKENIZER).save_pretrained(OUTPUT_DIR)
    if torch.cuda.is_available() and trainer.is_world_process_zero():
        # en: what to compare with the estimate, which has the context beside it
        # zh: 用来与估算比较；估算另含上下文
        print(f"peak: {torch.cuda.max_memory_reserved() / 2**30:.2f} GiB")


if __name__ == "__main__":
    main()
