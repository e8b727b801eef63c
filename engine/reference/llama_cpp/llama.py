"""The prebuilt llama.cpp v0.5.0 of `@node-llama-cpp/linux-x64-vulkan` 3.22.1, called through its C interface.

Parameters are opaque: only the fields named here are set, at their places in that version's `llama.h`. The defaults that come
back are checked first, so that a version whose fields lie elsewhere is refused and not misread.
"""

import ctypes
import os
import re
import struct
from pathlib import Path

LIBRARIES = Path(os.environ["LLAMA_LIBRARIES"]).resolve()

# Values of `enum llama_ftype`.
FTYPES = {"q8_0": 7, "q6_k": 18, "q5_k_m": 17, "q4_k_m": 15, "q4_k_s": 14, "q4_0": 2, "q3_k_m": 12, "q2_k": 10, "iq4_xs": 30}
# Values of `enum ggml_type`.
CACHE_TYPES = {"f16": 1, "q8_0": 8, "q4_0": 2}


class Blob(ctypes.Structure):
    """Parameters whose fields are reached by their offset; the library reads and writes no more of it than its own size."""

    _fields_ = [("bytes", ctypes.c_ubyte * 512)]

    def get(self, kind, offset):
        return struct.unpack_from(kind, self.bytes, offset)[0]

    def set(self, kind, offset, value):
        struct.pack_into(kind, self.bytes, offset, value)


class Importance(ctypes.Structure):
    """How much each column of a matrix matters."""

    _fields_ = [("name", ctypes.c_char_p), ("data", ctypes.POINTER(ctypes.c_float)), ("size", ctypes.c_size_t)]


log = []


@ctypes.CFUNCTYPE(None, ctypes.c_int, ctypes.c_char_p, ctypes.c_void_p)
def keep(_level, text, _user):
    """Keeps what llama.cpp says."""
    log.append(text.decode(errors="replace"))


def load():
    """The library with its backends, which says what it does to `log`."""
    # Vulkan counts drivers that compute on the CPU only where they are named, and reorders graphs, which CUDA does not.
    os.environ.setdefault("GGML_VK_VISIBLE_DEVICES", "0")
    os.environ.setdefault("GGML_VK_DISABLE_GRAPH_OPTIMIZE", "1")
    ggml = ctypes.CDLL(str(next(LIBRARIES.glob("libggml.*so"))), mode=ctypes.RTLD_GLOBAL)
    library = ctypes.CDLL(str(next(LIBRARIES.glob("libllama.*so"))), mode=ctypes.RTLD_GLOBAL)
    for name in ("model", "context", "model_quantize"):
        getattr(library, f"llama_{name}_default_params").restype = Blob
    library.llama_model_load_from_file.restype = ctypes.c_void_p
    library.llama_model_load_from_file.argtypes = [ctypes.c_char_p, Blob]
    library.llama_init_from_model.restype = ctypes.c_void_p
    library.llama_init_from_model.argtypes = [ctypes.c_void_p, Blob]
    library.llama_model_quantize.argtypes = [ctypes.c_char_p, ctypes.c_char_p, ctypes.POINTER(Blob)]
    for name in ("llama_free", "llama_model_free"):
        getattr(library, name).argtypes = [ctypes.c_void_p]
    library.llama_log_set(keep, None)
    ggml.ggml_backend_load_all_from_path(str(LIBRARIES).encode())
    library.llama_backend_init()
    context = library.llama_context_default_params()
    # Context, batch, micro-batch, sequences, most outputs; flash attention "auto"; keys and values in FP16.
    known = [(0, 512), (4, 2048), (8, 512), (12, 1), (20, 0), (52, -1), (104, 1), (108, 1)]
    if any(context.get("i", offset) != value for offset, value in known):
        raise SystemExit("this is not llama.cpp v0.5.0: its parameters lie elsewhere")
    return library


LIBRARY = load()


def quantize(source, target, format, columns):
    """What `llama-quantize SOURCE TARGET FORMAT` does, with an even importance matrix of the tensors that have columns here."""
    params = LIBRARY.llama_model_quantize_default_params()
    params.set("i", 4, FTYPES[format])
    ones = (ctypes.c_float * max(columns.values(), default=0))(*[1.0] * max(columns.values(), default=0))
    entries = [Importance(name.encode(), ones, count) for name, count in columns.items()]
    matrix = (Importance * (len(entries) + 1))(*entries)
    if columns:
        params.set("P", 24, ctypes.addressof(matrix))
    if LIBRARY.llama_model_quantize(str(source).encode(), str(target).encode(), ctypes.byref(params)):
        raise SystemExit("".join(log[-5:]))


def sizes(kind):
    """Sizes in MiB that the log tells of buffers of a kind, on the card and in the host."""
    found = {"card": 0.0, "host": 0.0}
    for where, size in re.findall(rf"(\S+) {kind} buffer size = +([0-9.]+) MiB", "".join(log)):
        found["card" if where == "Vulkan0" else "host"] += float(size)
    return found


class Model:
    """A model that was loaded with all its blocks on the card."""

    def __init__(self, path):
        params = LIBRARY.llama_model_default_params()
        params.set("i", 16, 999)
        # The file is read and not mapped, since mapped files count with their gaps.
        params.set("i", 24, 0)
        log.clear()
        self.pointer = LIBRARY.llama_model_load_from_file(str(path).encode(), params)
        if not self.pointer:
            raise SystemExit("".join(log[-5:]))
        self.weights = sizes("model")

    def context(self, asked):
        """Sizes of the buffers of a context such as llama-server makes it: one token of each request wants logits."""
        params = LIBRARY.llama_context_default_params()
        fields = {0: asked.length * asked.requests, 8: asked.batch, 12: asked.requests, 20: asked.requests, 52: int(asked.flash)}
        for offset, value in fields.items():
            params.set("I", offset, value)
        params.set("i", 104, CACHE_TYPES[asked.cache])
        params.set("i", 108, CACHE_TYPES[asked.cache])
        log.clear()
        pointer = LIBRARY.llama_init_from_model(self.pointer, params)
        if not pointer:
            raise SystemExit("".join(log[-5:]))
        LIBRARY.llama_free(pointer)
        return {"kv": sizes("KV")["card"], "compute": sizes("compute")}

    def free(self):
        """Gives the model back."""
        LIBRARY.llama_model_free(self.pointer)
