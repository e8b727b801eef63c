def build_model():
    model = load_model()
    # % if method == "frozen-backbone"
    for layer in model.layers[:-1]:
        # en: frozen weights have neither gradients nor states
        # zh: 冻结的权重没有梯度和状态
        layer.trainable = False
    # % elif lora
    # % if quantization
    # en: Keras has whole numbers of 8 bits (3.4 or later) and 4 bits (3.12 or later), not NF4: about the same memory
    # zh: Keras 提供 8 位（3.4 及以上）与 4 位（3.12 及以上）整数而非 NF4：显存相近
    # % if quantization.bits == 4
    model.quantize("int4")
    # % else
    model.quantize("int8")
    # % endif
    # % endif
    # en: adapters at query and value alone, whatever targets the plan has; the rest is frozen
    # zh: 适配器仅加在 query 与 value 上，与方案的目标模块无关；其余冻结
    model.backbone.enable_lora({{lora.rank}})
    # % if lora.dropout > 0
    ## en: Keras' adapters have no dropout.
    ## zh: Keras 的适配器没有 dropout。
    # % endif
    # % endif
    return model


def load_model():
    # en: weights take at least {{ weights.amount|words }} a device
    # zh: 权重每设备至少占 {{ weights.amount|words }}
    # % if published.at == "application"
    return {{"tf.keras.applications" | dot(published.name)}}(weights=None, input_shape=(*IMAGE_SIZE, 3), classes=NUM_CLASSES, classifier_activation=None)
    # % elif task.name == "masked-tokens"
    return keras_hub.models.MaskedLM.from_preset({{published.name}}, preprocessor=None)
    # % elif task.name == "classify-text"
    return keras_hub.models.TextClassifier.from_preset({{published.name}}, num_classes=NUM_CLASSES, preprocessor=None)
    # % else
    return keras_hub.models.CausalLM.from_preset({{published.name}}, preprocessor=None)


# % endif
