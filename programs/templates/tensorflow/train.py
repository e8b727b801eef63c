## en: {{ title|words }}. TensorFlow 2.13 or later with Keras.
## zh: {{ title|words }}。TensorFlow 2.13 及以上，Keras。
## en: Lower bound: {{ bound.en|words }}.
## zh: 下界：{{ bound.zh|words }}。
# % if not is_text
import functools

# % endif
# % if is_distributed and machine.nodes > 1
import json

# % endif
import os
import sys
import time

import tensorflow as tf

# % if is_text
# en: keras_nlp before TensorFlow 2.16
# zh: TensorFlow 2.16 之前为 keras_nlp
import keras_hub
# % endif

# % include "constants.py"
# en: samples that are not trained on; none: no evaluation
# zh: 不参与训练的样本目录；为空则不评估
EVALUATION_DIR = os.environ.get("EVALUATION_DIR")
# en: where the trained weights go, where there are data
# zh: 有数据时训练结果的存放处
# % if lora
OUTPUT = os.environ.get("OUTPUT", "adapters.lora.h5")
# % else
OUTPUT = os.environ.get("OUTPUT", "trained.keras")
# % endif


def limit_memory():
    if not tf.config.list_physical_devices("GPU"):
        print("TensorFlow sees no GPU here: this run is on the processor", file=sys.stderr)
    for gpu in tf.config.list_physical_devices("GPU"):
        # en: at most {{ limit.amount|words }} of the card, in MiB; without it TensorFlow takes all of it at once
        # zh: 最多使用显卡的 {{ limit.amount|words }}（单位 MiB）；否则 TensorFlow 一次占满
        tf.config.set_logical_device_configuration(gpu, [tf.config.LogicalDeviceConfiguration(memory_limit={{limit.mib}})])
        ## en: Or instead, never both: tf.config.experimental.set_memory_growth(gpu, True) takes memory as it is needed and gives none back.
        ## zh: 或改用（不可同时）：tf.config.experimental.set_memory_growth(gpu, True) 按需增长，且不归还。
    # % if training.precision == "fp16-amp"
    # en: activations in FP16, weights in FP32; Keras scales the loss
    # zh: 激活值 FP16，权重 FP32；Keras 自动缩放损失
    tf.keras.mixed_precision.set_global_policy("mixed_float16")
    # % elif training.precision == "bf16-amp"
    # en: activations in BF16, weights in FP32
    # zh: 激活值 BF16，权重 FP32
    tf.keras.mixed_precision.set_global_policy("mixed_bfloat16")
    # % elif training.precision == "bf16"
    # en: weights, gradients and states in BF16
    # zh: 权重、梯度与状态均为 BF16
    tf.keras.mixed_precision.set_global_policy("bfloat16")
    # % else
    # en: 4 bytes a weight and an activation
    # zh: 权重与激活值均为 4 字节
    tf.keras.mixed_precision.set_global_policy("float32")
    # % endif
    # en: TF32 tensor cores for what stays FP32; same memory
    # zh: 保留 FP32 的部分走 TF32 张量核心；显存不变
    tf.config.experimental.enable_tensor_float_32_execution({{training.precision != "fp32"}})


# % include "tensorflow/model.py"


# % include "tensorflow/optimizer.py"


# % include "tensorflow/data.py"


def main():
    if DATA_DIR and os.path.exists(OUTPUT):
        raise SystemExit(f"{OUTPUT} is there already: name another OUTPUT")
    limit_memory()
    # % if is_distributed and machine.nodes > 1
    # en: a whole replica on every GPU of every node; TF_CONFIG names the nodes
    # zh: 每节点每卡一份完整副本；由 TF_CONFIG 指明节点
    strategy = tf.distribute.MultiWorkerMirroredStrategy()
    # % elif is_distributed
    # en: a whole replica on every GPU; gradients are averaged
    # zh: 每卡一份完整副本；平均梯度
    strategy = tf.distribute.MirroredStrategy()
    # % else
    # en: one GPU
    # zh: 单卡
    strategy = tf.distribute.get_strategy()
    # % endif
    # % if machine.gpus > 1 and not is_distributed
    ## en: {{ machine.gpus - 1 }} GPUs stay idle in this plan.
    ## zh: 本方案有 {{ machine.gpus - 1 }} 块 GPU 空闲。
    # % endif
    with strategy.scope():
        model = build_model()
        optimizer = build_optimizer()
        # en: True lets XLA fuse operators: often less memory
        # zh: 设为 True 由 XLA 融合算子：通常更省显存
        model.compile(optimizer, loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True), jit_compile=False)
    # % if training.memory_format == "channels-last" or not is_text
    ## en: Pictures are NHWC (channels last) in Keras anyway.
    ## zh: Keras 中图片本就是 NHWC（channels last）。
    # % endif
    batch = MICRO_BATCH_SIZE * strategy.num_replicas_in_sync
    samples, count = build_dataset(DATA_DIR, batch)
    if DATA_DIR and count < batch:
        raise SystemExit(f"{count} samples fill no batch of {batch}")
    # en: of random samples a few updates, to see peak and speed
    # zh: 随机样本只更新几次，查看峰值与速度
    updates = MAX_STEPS or (0 if DATA_DIR else 20)
    steps = updates * GRADIENT_ACCUMULATION_STEPS or count // batch
    held_out = build_dataset(EVALUATION_DIR, batch, is_training=False)[0] if EVALUATION_DIR else None
    epochs = 1 if updates else EPOCHS
    started = time.perf_counter()
    model.fit(samples, epochs=epochs, steps_per_epoch=steps, validation_data=held_out)
    print(f"{epochs * steps * batch / (time.perf_counter() - started):.2f} samples a second, start and evaluation included")
    if tf.config.list_physical_devices("GPU"):
        # en: live tensors at their peak: above the lower bound
        # zh: 存活张量的峰值：应高于下界
        peak = tf.config.experimental.get_memory_info("GPU:0")["peak"]
        print(f"peak: {peak / 2**30:.2f} GiB")
    # % if is_distributed and machine.nodes > 1
    # en: one node writes for all
    # zh: 由一个节点保存
    if json.loads(os.environ.get("TF_CONFIG", "{}")).get("task", {}).get("index", 0) != 0:
        return
    # % endif
    if DATA_DIR:
        # % if lora
        # en: the adapters alone: load_lora_weights() of the same model takes them
        # zh: 只保存适配器：由同一模型的 load_lora_weights() 载入
        model.backbone.save_lora_weights(OUTPUT)
        # % else
        # en: model and weights: keras.saving.load_model() takes them
        # zh: 模型与权重：由 keras.saving.load_model() 载入
        model.save(OUTPUT)
    # % endif


if __name__ == "__main__":
    main()
