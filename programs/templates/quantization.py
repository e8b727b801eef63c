quantization = {{("transformers" if is_text else "diffusers") | dot("BitsAndBytesConfig")}}(
    # % if quantization.bits == 4
    # en: frozen weights take half a byte each
    # zh: 冻结权重每个占半字节
    load_in_4bit=True,
    # en: levels spaced for weights; same memory as fp4
    # zh: 按权重分布取值；显存与 fp4 相同
    bnb_4bit_quant_type="nf4",
    # % if quantization.is_double
    # en: scales are quantized as well: 0.127 instead of 0.5 bit a weight
    # zh: 缩放系数也被量化：每权重 0.127 位而非 0.5 位
    # % else
    # en: scales stay FP32: half a bit a weight
    # zh: 缩放系数保持 FP32：每权重 0.5 位
    # % endif
    bnb_4bit_use_double_quant={{quantization.is_double}},
    # en: weights are unpacked to this for each product, a layer at a time
    # zh: 每次乘法时逐层解包为该类型
    bnb_4bit_compute_dtype={{"torch" | dot(weights.dtype)}},
    # % if spread.by in ["fsdp", "deepspeed"]
    # en: a storage type that sharding can cut
    # zh: 分片可切分的存储类型
    bnb_4bit_quant_storage={{"torch" | dot(weights.dtype)}},
    # % endif
    # % else
    # en: frozen weights take a byte each
    # zh: 冻结权重每个占一字节
    load_in_8bit=True,
    # % endif
)
