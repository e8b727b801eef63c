kind = transformers.AutoConfig.from_pretrained(os.environ["MODEL_DIR"]).model_type
if kind != {{configuration[0][1]}}:
    raise SystemExit(f"MODEL_DIR holds a model of the kind {kind}, and the plan is for {{configuration[0][1]|bare}}")
