def describe_model():
    # en: the model of your config.json
    # zh: 您的 config.json 所描述的模型
    config = transformers.AutoConfig.for_model(  # one line
        {{configuration | arguments}},
        # % if task.name in ["classify", "classify-text"]
        num_labels=NUM_CLASSES,
        # % endif
    )
    # % if task.auto != task.head
    # en: of its two classes the one that trains
    # zh: 两个类中可训练的那个
    config.architectures = [{{task.head}}]
    # % endif
    # % if image_text
    # en: the processor says which token stands for a picture
    # zh: 图片 token 以处理器为准
    if PROCESSOR:
        config.image_token_id = transformers.AutoProcessor.from_pretrained(PROCESSOR).image_token_id
    # % endif
    return config
