"""Writes a shape as an FP16 GGUF file of zeros, and lets llama.cpp itself quantize it to every other format.

No rule about which tensor gets which type is written here: the mixtures are llama.cpp's own work.
"""

import gguf
import numpy as np

import llama

FORMATS = ["f16", *llama.FTYPES]
# Files of this format are made with an importance matrix.
WITH_IMPORTANCE = ["iq4_xs"]


def tensors(shape):
    """Names, sizes and kinds of the tensors, as llama.cpp's loader of the architecture asks for them."""
    queries, keys = shape.heads * shape.head_dim, shape.kv_heads * shape.head_dim
    yield "token_embd.weight", (shape.vocab, shape.hidden), np.float16
    yield "output_norm.weight", (shape.hidden,), np.float32
    if not shape.tied:
        yield "output.weight", (shape.vocab, shape.hidden), np.float16
    for block in range(shape.layers):
        of = f"blk.{block}."
        yield of + "attn_norm.weight", (shape.hidden,), np.float32
        yield of + "ffn_norm.weight", (shape.hidden,), np.float32
        for name, rows in (("attn_q", queries), ("attn_k", keys), ("attn_v", keys)):
            yield f"{of}{name}.weight", (rows, shape.hidden), np.float16
            if shape.arch == "qwen2":
                yield f"{of}{name}.bias", (rows,), np.float32
        if shape.arch == "qwen3":
            yield of + "attn_q_norm.weight", (shape.head_dim,), np.float32
            yield of + "attn_k_norm.weight", (shape.head_dim,), np.float32
        yield of + "attn_output.weight", (shape.hidden, queries), np.float16
        yield of + "ffn_gate.weight", (shape.intermediate, shape.hidden), np.float16
        yield of + "ffn_up.weight", (shape.intermediate, shape.hidden), np.float16
        yield of + "ffn_down.weight", (shape.hidden, shape.intermediate), np.float16


def write(shape, path):
    """Writes the FP16 file."""
    out = gguf.GGUFWriter(str(path), shape.arch)
    out.add_block_count(shape.layers)
    out.add_context_length(32768)
    out.add_embedding_length(shape.hidden)
    out.add_feed_forward_length(shape.intermediate)
    out.add_head_count(shape.heads)
    out.add_head_count_kv(shape.kv_heads)
    out.add_key_length(shape.head_dim)
    out.add_value_length(shape.head_dim)
    out.add_rope_dimension_count(shape.head_dim)
    out.add_layer_norm_rms_eps(1e-5)
    out.add_file_type(gguf.LlamaFileType.MOSTLY_F16)
    # A model without a tokenizer: llama.cpp adds as many dummy tokens as this key says.
    out.add_vocab_size(shape.vocab)
    out.add_tokenizer_model("none")
    for name, size, kind in tensors(shape):
        out.add_tensor(name, np.zeros(size, kind))
    out.write_header_to_file()
    out.write_kv_data_to_file()
    out.write_tensors_to_file()
    out.close()


def make(shape, folder, formats=tuple(FORMATS)):
    """Writes the file of each format, and gives their paths."""
    paths = {format: folder / f"{shape.name}-{format}.gguf" for format in formats}
    whole = folder / f"{shape.name}-f16.gguf"
    write(shape, whole)
    columns = {name: size[1] for name, size, _ in tensors(shape) if len(size) == 2}
    for format, path in paths.items():
        if format != "f16":
            llama.quantize(whole, path, format, columns if format in WITH_IMPORTANCE else {})
    return paths
