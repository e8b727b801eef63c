"""The models of the proof: small, and unlike each other in everything that decides where bytes go."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Shape:
    """A model, in the terms of its `config.json`."""

    name: str
    arch: str
    layers: int
    hidden: int
    heads: int
    kv_heads: int
    head_dim: int
    intermediate: int
    vocab: int
    tied: bool = False

    def config(self):
        """The `config.json` of it."""
        return {
            "model_type": self.arch,
            "hidden_size": self.hidden,
            "intermediate_size": self.intermediate,
            "num_hidden_layers": self.layers,
            "num_attention_heads": self.heads,
            "num_key_value_heads": self.kv_heads,
            "head_dim": self.head_dim,
            "vocab_size": self.vocab,
            "max_position_embeddings": 32768,
            "tie_word_embeddings": self.tied,
        }


SHAPES = [
    #     name            arch    blocks hidden heads kv dim   mlp   vocab  tied
    Shape("mha", "llama", 4, 512, 8, 8, 64, 1536, 16000),
    Shape("mha-tied", "llama", 8, 256, 4, 4, 64, 768, 8192, True),
    Shape("gqa2", "llama", 5, 1024, 8, 4, 128, 2816, 6000),
    Shape("gqa4", "llama", 8, 768, 12, 3, 64, 2560, 16000),
    Shape("gqa8", "llama", 2, 2048, 16, 2, 128, 5632, 4096),
    Shape("mqa", "llama", 6, 768, 12, 1, 64, 2048, 10000),
    Shape("mqa-tied", "llama", 2, 1024, 8, 1, 128, 4096, 12000, True),
    Shape("wide-heads", "llama", 4, 512, 8, 2, 128, 1024, 12000),
    Shape("narrow-heads", "llama", 7, 1024, 8, 2, 64, 2048, 10000, True),
    Shape("wide-mlp", "llama", 2, 512, 8, 2, 64, 8192, 4096),
    Shape("wide-vocab", "llama", 2, 256, 4, 2, 64, 512, 64000),
    # Rows that are no multiple of 256, so that other types stand in for the K-quants.
    Shape("odd-rows", "llama", 6, 576, 9, 3, 64, 1536, 16000, True),
    Shape("odd-mlp", "llama", 8, 768, 12, 4, 64, 2080, 8000),
    # Sixteen blocks, so that mixtures that favour the first sixteenth have one.
    Shape("deep", "llama", 16, 256, 4, 2, 64, 768, 4096),
    Shape("qwen2-gqa7", "qwen2", 4, 896, 14, 2, 64, 4864, 10000, True),
    Shape("qwen2-untied", "qwen2", 6, 1024, 8, 4, 128, 2560, 8000),
    Shape("qwen3-tied", "qwen3", 5, 1024, 16, 8, 128, 3072, 10000, True),
    Shape("qwen3-untied", "qwen3", 3, 1536, 16, 2, 128, 4096, 6000),
]
