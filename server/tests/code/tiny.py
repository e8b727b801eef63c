"""Small models of the very libraries that the programs use, so that every argument of theirs is read by its own code.

A loader keeps the program's arguments (types, quantization, attention, classes) and loses only the size of the weights:
`from_pretrained` reads a folder with a tiny model of the same kind, and constructors are called without downloads.
"""

import functools
import os
import re
import tempfile

VOCABULARY = 99
PICTURE = 32


def shrink(text):
    """Smaller samples, and no subprocesses: sizes only, no behaviour."""
    for pattern, value in (
        (r"^MICRO_BATCH_SIZE = \d+", "MICRO_BATCH_SIZE = 2"),
        (r"^SEQUENCE_LENGTH = \d+", "SEQUENCE_LENGTH = 32"),
        (r"^TARGET_LENGTH = \d+", "TARGET_LENGTH = 8"),
        (r"^IMAGE_SIZE = \(.*?\)", f"IMAGE_SIZE = ({PICTURE}, {PICTURE})"),
        (r"^CHUNK = \d+", "CHUNK = 8"),
        # Four tokens of the decoder a picture.
        (r"^GRID = \(.*?\)", "GRID = (4, 4)"),
        (r"^MAX_PIXELS = \d+", "MAX_PIXELS = 4096"),
        (r"^MAX_TOKENS = \d+", "MAX_TOKENS = 4"),
        # So many of Gemma 3, whose pictures are squares, by its config.json.
        (r'for_model\("gemma3"', 'for_model("gemma3", mm_tokens_per_image=4'),
        (r'"image_size": 896', f'"image_size": {PICTURE}'),
        (r'"patch_size": 14', '"patch_size": 8'),
        (r"(, num_workers)=(\d\d+|[2-9])", r"\1=1"),
        (r"(dataloader_num_workers)=(\d\d+|[2-9])", r"\1=1"),
        (r"torch\.randint\(\d{3,}, \(len\(indices\),", f"torch.randint({VOCABULARY}, (len(indices),"),
        (r"torch\.randint\(\d{3,}, \(SEQUENCE", f"torch.randint({VOCABULARY}, (SEQUENCE"),
        (r"torch\.randint\(\d{3,}, \(TARGET", f"torch.randint({VOCABULARY}, (TARGET"),
        (r"vocab_size=\d+", f"vocab_size={VOCABULARY}"),
        # Fused losses are kernels for CUDA.
        (r"^ +use_liger_kernel=True,.*\n", ""),
    ):
        text = re.sub(pattern, value, text, flags=re.M)
    if "optim.SGD" in text:
        # Batch norms over two small pictures have gradients of thousands: at the program's rate, 16 bits hold no weights after
        # a step, on some processors.
        text = re.sub(r"^LEARNING_RATE = \S+", "LEARNING_RATE = 1e-4", text, flags=re.M)
    return text


def config_of(repository, **classes):
    """A configuration of the repository's kind of model, a thousandth of its size."""
    import transformers

    size = dict(vocab_size=VOCABULARY, hidden_size=64, intermediate_size=128, num_hidden_layers=2, num_attention_heads=4)
    special = dict(pad_token_id=0, bos_token_id=1, eos_token_id=2)
    grouped = dict(num_key_value_heads=2)
    experts = dict(num_experts_per_tok=2, **grouped)
    shared = dict(num_experts=4, moe_intermediate_size=64, shared_expert_intermediate_size=64)
    seen = dict(
        hidden_size=64, intermediate_size=128, num_hidden_layers=2, num_attention_heads=4, image_size=PICTURE, patch_size=8
    )
    # Tokens that stand for pictures and films, and what begins and ends them, as `real_data` has them.
    seeing = dict(image_token_id=20, video_token_id=21, vision_start_token_id=22, vision_end_token_id=23)
    sections = dict(rope_type="default", mrope_section=[2, 3, 3])
    eyes = dict(depth=2, hidden_size=64, num_heads=4, out_hidden_size=64)
    deep = eyes | dict(intermediate_size=128, patch_size=16, deepstack_visual_indexes=[0], num_position_embeddings=16)
    name = repository.lower()

    def gemma_seeing():
        """Gemma 3 with its tower, which sees a picture as four tokens."""
        return transformers.Gemma3Config(
            text_config=dict(**size, **grouped, head_dim=16, sliding_window=8),
            vision_config=seen | dict(vision_use_head=False),
            mm_tokens_per_image=4,
            image_token_index=20,
            boi_token_index=22,
            eoi_token_index=23,
        )

    states = dict(
        head_dim=16,
        linear_num_key_heads=2,
        linear_num_value_heads=4,
        linear_key_head_dim=16,
        linear_value_head_dim=16,
        layer_types=["linear_attention", "full_attention"],
        rope_parameters=sections | dict(partial_rotary_factor=0.5, mrope_section=[2, 1, 1]),
    )
    shallow = {name: value for name, value in deep.items() if name != "deepstack_visual_indexes"}

    def states_seeing():
        """Qwen3.5 with its tower."""
        text = dict(**size, **grouped, **special, **states)
        return transformers.Qwen3_5Config(text_config=text, vision_config=shallow, **seeing)

    def routed_states_seeing():
        """That with experts."""
        text = dict(**size, **experts, **shared, **special, **states)
        return transformers.Qwen3_5MoeConfig(text_config=text, vision_config=shallow, **seeing)

    def mistral_seeing(text):
        """Mistral's with its tower."""
        text = dict(**size, **grouped, **special, head_dim=16, model_type=text)
        return transformers.Mistral3Config(text_config=text, vision_config=seen, image_token_index=20, tie_word_embeddings=False)

    for part, make in (
        ("ministral-3-", lambda: mistral_seeing("ministral3")),
        ("mistral-small-3.", lambda: mistral_seeing("mistral")),
        *((f"gemma-3-{kind}", gemma_seeing) for kind in ("4b", "12b", "27b")),
        *((name, states_seeing) for name in ("qwen3.5-27b", "qwen3.6-27b")),
        *((name, routed_states_seeing) for name in ("qwen3.5-", "qwen3.6-")),
        (
            "qwen2.5-vl",
            lambda: transformers.Qwen2_5_VLConfig(
                text_config=dict(**size, **grouped, **special, rope_parameters=sections),
                vision_config=dict(**eyes, intermediate_size=128, fullatt_block_indexes=[1]),
                **seeing,
            ),
        ),
        (
            "qwen3-vl-30b",
            lambda: transformers.Qwen3VLMoeConfig(
                text_config=dict(**size, **experts, **special, head_dim=16, num_experts=4, moe_intermediate_size=64, rope_parameters=sections),
                vision_config=deep,
                **seeing,
            ),
        ),
        (
            "qwen3-vl",
            lambda: transformers.Qwen3VLConfig(
                text_config=dict(**size, **grouped, **special, head_dim=16, rope_parameters=sections), vision_config=deep, **seeing
            ),
        ),
        ("clip", lambda: transformers.CLIPConfig(vision_config=seen, **classes)),
        ("siglip", lambda: transformers.SiglipConfig(vision_config=seen, **classes)),
        ("dinov2-with-registers", lambda: transformers.Dinov2WithRegistersConfig(**seen, **classes)),
        # Its positions are for larger pictures than it trains with.
        ("dinov2-giant", lambda: transformers.Dinov2Config(**seen | {"image_size": 56}, use_swiglu_ffn=True, **classes)),
        ("dinov2", lambda: transformers.Dinov2Config(**seen | {"image_size": 56}, **classes)),
        ("deit", lambda: transformers.DeiTConfig(**seen, **classes)),
        ("google/vit", lambda: transformers.ViTConfig(**seen, **classes)),
        (
            "whisper",
            lambda: transformers.WhisperConfig(
                vocab_size=VOCABULARY,
                d_model=64,
                encoder_layers=2,
                decoder_layers=2,
                encoder_attention_heads=4,
                decoder_attention_heads=4,
                encoder_ffn_dim=128,
                decoder_ffn_dim=128,
                num_mel_bins=128 if "large-v3" in name else 80,
                decoder_start_token_id=1,
                **special,
            ),
        ),
        ("pythia", lambda: transformers.GPTNeoXConfig(**size)),
        ("gpt-neox", lambda: transformers.GPTNeoXConfig(**size)),
        (
            "facebook/opt",
            lambda: transformers.OPTConfig(
                vocab_size=VOCABULARY,
                hidden_size=64,
                word_embed_proj_dim=64,
                ffn_dim=128,
                num_hidden_layers=2,
                num_attention_heads=4,
            ),
        ),
        (
            "deberta",
            lambda: transformers.DebertaV2Config(
                **size,
                relative_attention=True,
                pos_att_type=["p2c", "c2p"],
                position_buckets=8,
                norm_rel_ebd="layer_norm",
                share_att_key=True,
                position_biased_input=False,
                type_vocab_size=0,
                max_position_embeddings=80,
                **classes,
            ),
        ),
        ("modernbert", lambda: transformers.ModernBertConfig(**size, **special, local_attention=8, **classes)),
        ("mpnet", lambda: transformers.MPNetConfig(**size, max_position_embeddings=80, **classes)),
        ("minilm", lambda: transformers.BertConfig(**size, max_position_embeddings=80, **classes)),
        ("olmo-2", lambda: transformers.Olmo2Config(**size, **grouped, **special)),
        ("olmo-3", lambda: transformers.Olmo3Config(**size, **grouped, **special, sliding_window=8)),
        ("olmoe", lambda: transformers.OlmoeConfig(**size, **experts, **special, num_experts=4)),
        ("starcoder2", lambda: transformers.Starcoder2Config(**size, **grouped, **special, sliding_window=8)),
        ("phi-2", lambda: transformers.PhiConfig(**size, **special)),
        ("phi-1", lambda: transformers.PhiConfig(**size, **special)),
        ("stablelm", lambda: transformers.StableLmConfig(**size, **grouped, **special)),
        ("aya-expanse", lambda: transformers.CohereConfig(**size, **grouped, **special)),
        ("command-", lambda: transformers.Cohere2Config(**size, **grouped, **special, head_dim=16, sliding_window=8)),
        ("glm-4", lambda: transformers.Glm4Config(**size, **grouped, **special, head_dim=16)),
        (
            "deepseek-v2",
            lambda: transformers.DeepseekV2Config(
                **size,
                **special,
                q_lora_rank=None,
                kv_lora_rank=16,
                qk_nope_head_dim=16,
                qk_rope_head_dim=8,
                v_head_dim=16,
                n_routed_experts=4,
                n_shared_experts=1,
                num_experts_per_tok=2,
                moe_intermediate_size=64,
                first_k_dense_replace=1,
            ),
        ),
        ("deepseek-coder", lambda: transformers.LlamaConfig(**size, **grouped)),
        ("ernie", lambda: transformers.Ernie4_5Config(**size, **grouped, **special, head_dim=16)),
        (
            "exaone",
            lambda: transformers.Exaone4Config(
                **size, **grouped, **special, sliding_window=None, layer_types=["full_attention"] * 2
            ),
        ),
        ("seed-oss", lambda: transformers.SeedOssConfig(**size, **grouped, **special, head_dim=16)),
        ("hunyuan", lambda: transformers.HunYuanDenseV1Config(**size, **grouped, **special, head_dim=16)),
        ("gemma-2b", lambda: transformers.GemmaConfig(**size, **grouped, head_dim=16)),
        ("gemma-7b", lambda: transformers.GemmaConfig(**size, **grouped, head_dim=16)),
        ("gpt2", lambda: transformers.GPT2Config(vocab_size=VOCABULARY, n_embd=64, n_layer=2, n_head=4, n_positions=64)),
        (
            "t5",
            lambda: transformers.T5Config(
                vocab_size=VOCABULARY, d_model=64, d_kv=16, d_ff=128, num_layers=2, num_heads=4, decoder_start_token_id=0
            ),
        ),
        (
            "distilbert",
            lambda: transformers.DistilBertConfig(
                vocab_size=VOCABULARY, dim=64, n_layers=2, n_heads=4, hidden_dim=128, **classes
            ),
        ),
        ("roberta", lambda: transformers.RobertaConfig(**size, max_position_embeddings=80, **classes)),
        ("bert", lambda: transformers.BertConfig(**size, max_position_embeddings=80, **classes)),
        (
            "gpt-oss",
            lambda: transformers.GptOssConfig(**size, **experts, head_dim=16, num_local_experts=4, sliding_window=8),
        ),
        ("gemma-3", lambda: transformers.Gemma3TextConfig(**size, **grouped, head_dim=16, sliding_window=8)),
        ("smollm3", lambda: transformers.SmolLM3Config(**size, **grouped, **special)),
        (
            "granite-4",
            lambda: transformers.GraniteMoeHybridConfig(
                **size,
                **grouped,
                shared_intermediate_size=128,
                num_local_experts=0,
                position_embedding_type="rope",
                mamba_n_heads=1,
                layer_types=["full_attention"] * size["num_hidden_layers"],
            ),
        ),
        ("granite", lambda: transformers.GraniteConfig(**size, **grouped)),
        ("gemma", lambda: transformers.Gemma2Config(**size, **grouped, head_dim=16, final_logit_softcapping=30.0)),
        ("phi", lambda: transformers.Phi3Config(**size, **special)),
        ("mixtral", lambda: transformers.MixtralConfig(**size, **experts, num_local_experts=4)),
        ("moe", lambda: transformers.Qwen2MoeConfig(**size, **experts, **shared)),
        ("qwen", lambda: transformers.Qwen2Config(**size, **grouped)),
        ("mistral", lambda: transformers.MistralConfig(**size, **grouped)),
        ("llama", lambda: transformers.LlamaConfig(**size, **grouped)),
        ("smollm2", lambda: transformers.LlamaConfig(**size, **grouped)),
        ("yi-1.5", lambda: transformers.LlamaConfig(**size, **grouped)),
    ):
        if part in name:
            return make()
    raise LookupError(f"no small model stands for {repository}; add it here")


def denoiser_of(kind, repository, sample):
    """A denoising network of the class asked for that takes the program's samples."""
    import diffusers

    width = sample["text"].shape[-1]
    pooled = sample["pooled"].shape[-1] if "pooled" in sample else 0
    if kind == "UNet2DConditionModel":
        conditions = dict(addition_embed_type="text_time", addition_time_embed_dim=8) if pooled else {}
        if pooled:
            conditions["projection_class_embeddings_input_dim"] = 8 * 6 + pooled
        return diffusers.UNet2DConditionModel(
            sample_size=8,
            block_out_channels=(32, 64),
            layers_per_block=1,
            attention_head_dim=8,
            cross_attention_dim=width,
            norm_num_groups=8,
            down_block_types=("CrossAttnDownBlock2D", "DownBlock2D"),
            up_block_types=("UpBlock2D", "CrossAttnUpBlock2D"),
            **conditions,
        )
    if kind == "SD3Transformer2DModel":
        return diffusers.SD3Transformer2DModel(
            sample_size=8,
            num_layers=2,
            attention_head_dim=8,
            num_attention_heads=4,
            joint_attention_dim=width,
            caption_projection_dim=32,
            pooled_projection_dim=pooled,
            in_channels=16,
            out_channels=16,
            pos_embed_max_size=16,
        )
    return diffusers.FluxTransformer2DModel(
        in_channels=64,
        num_layers=1,
        num_single_layers=1,
        attention_head_dim=16,
        num_attention_heads=2,
        joint_attention_dim=width,
        pooled_projection_dim=pooled,
        guidance_embeds="dev" in repository,
        axes_dims_rope=(4, 6, 6),
    )


def patch(program):
    """Puts the small models behind the loaders that the program calls."""
    for library, apply in (
        ("transformers", patch_transformers),
        ("diffusers", patch_diffusers),
        ("timm", patch_timm),
        ("smp", patch_smp),
        ("torchvision", patch_torchvision),
    ):
        if hasattr(program, library):
            apply(getattr(program, library), program)


def patch_transformers(transformers, _program):
    """`from_pretrained` of every `AutoModel...`, from a folder instead of the hub."""
    tasks = ["CausalLM", "Seq2SeqLM", "MaskedLM", "SequenceClassification", "SpeechSeq2Seq", "ImageClassification", "ImageTextToText"]
    names = [f"AutoModelFor{task}" for task in tasks] + ["AutoModel", "DeiTForImageClassification"]
    for kind in [getattr(transformers, name) for name in names]:

        def load(repository, *, kind=kind, original=kind.from_pretrained, num_labels=None, **arguments):
            classes = {} if num_labels is None else {"num_labels": num_labels}
            # A folder of the reader's own holds what it holds.
            if os.path.isdir(repository):
                return original(repository, **arguments, **classes)
            packed = arguments.get("quantization_config")
            if isinstance(packed, transformers.Mxfp4Config):
                # The small model's experts are not packed, and only packed ones are unpacked for training.
                assert packed.dequantize, "packed experts do not train"
                del arguments["quantization_config"]
            with tempfile.TemporaryDirectory() as folder:
                # Published heads of other classes give way.
                published = {"num_labels": 7} if "ignore_mismatched_sizes" in arguments else classes
                build = getattr(kind, "from_config", None) or kind
                model = build(config_of(repository, **published))
                # Every process has a folder of its own.
                model.should_save_on_this_rank = lambda _is_main_process: True
                model.save_pretrained(folder)
                return original(folder, **arguments, **classes)

        kind.from_pretrained = load

    original = transformers.AutoConfig.from_pretrained

    def configured(repository, **arguments):
        # The library's own calls name folders that are there.
        if os.path.isdir(repository):
            return original(repository, **arguments)
        return config_of(repository, **arguments)

    transformers.AutoConfig.from_pretrained = configured


def patch_diffusers(diffusers, program):
    """The same of the denoising networks."""
    sample = program.Samples()[0]
    class Companions:
        """VAE and text encoders, which are whole pipelines of several gigabytes: the call is checked, nothing is loaded."""

        def __init__(self, repository, *, torch_dtype, unet=None, transformer=None):
            assert unet is None and transformer is None, repository

        def to(self, _device):
            return self

    diffusers.DiffusionPipeline.from_pretrained = Companions
    for name in ("UNet2DConditionModel", "SD3Transformer2DModel", "FluxTransformer2DModel"):
        kind = getattr(diffusers, name)

        def load(repository, *, subfolder, name=name, original=kind.from_pretrained, quantization_config=None, **arguments):
            # This library quantizes on a GPU alone; its configuration has read the arguments by now.
            assert quantization_config is None or quantization_config.load_in_4bit or quantization_config.load_in_8bit
            with tempfile.TemporaryDirectory() as folder:
                denoiser_of(name, repository, sample).save_pretrained(f"{folder}/{subfolder}")
                return original(folder, subfolder=subfolder, **arguments)

        kind.from_pretrained = load
        load_config = kind.load_config

        def configured(repository, *, subfolder, name=name, original=load_config, **arguments):
            if os.path.isdir(repository):
                return original(repository, subfolder=subfolder, **arguments)
            return dict(denoiser_of(name, repository, sample).config)

        kind.load_config = configured


def patch_timm(timm, _program):
    original = timm.create_model

    def create_model(name, *, pretrained, **arguments):
        assert pretrained and timm.is_model(name), name
        return original(name, pretrained=False, embed_dim=48, num_heads=3, depth=2, **arguments)

    timm.create_model = create_model


def patch_smp(smp, _program):
    original = smp.Unet

    def unet(encoder, *, encoder_weights, **arguments):
        assert encoder in smp.encoders.get_encoder_names() and encoder_weights == "imagenet", encoder
        return original("resnet18", encoder_weights=None, **arguments)

    smp.Unet = unet


def patch_torchvision(torchvision, _program):
    original = torchvision.models.get_model
    small = {"resnet50": "resnet18", "resnet101": "resnet18", "deeplabv3_resnet101": "deeplabv3_resnet50"}

    def get_model(name, **arguments):
        assert name in torchvision.models.list_models(), name
        if "weights_backbone" in arguments:
            arguments["weights_backbone"] = None
        if "rcnn" in name:
            arguments |= dict(rpn_post_nms_top_n_train=20, box_batch_size_per_image=8)
        if name.startswith("vit_"):
            arguments.pop("weights")
            size = dict(patch_size=16, num_layers=2, num_heads=4, hidden_dim=32, mlp_dim=64)
            return torchvision.models.VisionTransformer(**size, **arguments)
        return original(small.get(name, name), **arguments)

    torchvision.models.get_model = functools.wraps(original)(get_model)
