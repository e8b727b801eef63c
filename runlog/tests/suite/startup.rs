//! Starts of engines as their logs say them.

use runlog::{Kind, Startup, read, startup};
use wire::v1::choices::ServingEngine;

const GIB: f64 = (1_u64 << 30) as f64;

const fn gib(number: f64) -> u64 {
    (number * GIB) as u64
}

#[test]
fn starts_are_read() {
    let table = [
        (
            "INFO 07-17 09:12:30 [gpu_model_runner.py:1875] Model loading took 14.9889 GiB and 2.57 seconds\n\
             INFO 07-17 09:12:59 [gpu_worker.py:276] Available KV cache memory: 51.38 GiB\n\
             (EngineCore_0 pid=12) INFO 07-17 09:12:59 [kv_cache_utils.py:849] GPU KV cache size: 420,912 tokens\n\
             INFO [kv_cache_utils.py:853] Maximum concurrency for 131,072 tokens per request: 3.21x",
            Startup {
                weights_bytes: Some(gib(14.9889)),
                kv_cache_bytes: Some(gib(51.38)),
                kv_tokens: Some(420_912),
                compute_bytes: None,
                engine: Some(ServingEngine::Vllm),
            },
        ),
        (
            "[2025-11-02 10:00:01] Load weight end. type=LlamaForCausalLM, dtype=torch.bfloat16, avail mem=63.70 GB, mem usage=15.02 GB.\n\
             [2025-11-02 10:00:03] KV Cache is allocated. #tokens: 443291, K size: 27.06 GB, V size: 27.06 GB\n\
             [2025-11-02 10:00:20] max_total_num_tokens=443291, chunked_prefill_size=8192, max_prefill_tokens=16384",
            Startup {
                weights_bytes: Some(gib(15.02)),
                kv_cache_bytes: Some(2 * gib(27.06)),
                kv_tokens: Some(443_291),
                compute_bytes: None,
                engine: Some(ServingEngine::Sglang),
            },
        ),
        (
            "[12/20/2025-04:20:21] [TRT-LLM] [I] Use 63.32 GB for model weights.\n\
             [TensorRT-LLM][INFO] [MemUsageChange] Allocated 0.56 GiB for max tokens in paged KV cache (8224).\n\
             [TensorRT-LLM][INFO] [MemUsageChange] Allocated 5.95 GiB for max tokens in paged KV cache (86720).",
            Startup {
                weights_bytes: Some(gib(63.32)),
                kv_cache_bytes: Some(gib(5.95)),
                kv_tokens: Some(86_720),
                compute_bytes: None,
                engine: Some(ServingEngine::TensorrtLlm),
            },
        ),
        (
            "load_tensors:   CPU_Mapped model buffer size =   281.81 MiB\nload_tensors:        CUDA0 model buffer size =  4403.49 MiB\n\
             llama_kv_cache:      CUDA0 KV buffer size =  1024.00 MiB\nllama_kv_cache:      CUDA0 KV buffer size =   104.00 MiB\n\
             llama_context:      CUDA0 compute buffer size =   560.00 MiB\nllama_context:  CUDA_Host compute buffer size =    24.01 MiB",
            Startup {
                weights_bytes: Some(gib(4403.49 / 1024.0)),
                kv_cache_bytes: Some(gib(1128.0 / 1024.0)),
                kv_tokens: None,
                compute_bytes: Some(gib(560.0 / 1024.0)),
                engine: Some(ServingEngine::LlamaCpp),
            },
        ),
        (
            "INFO:     Using configured cache_size: 20480 tokens.",
            Startup {
                weights_bytes: None,
                kv_cache_bytes: None,
                kv_tokens: Some(20_480),
                compute_bytes: None,
                engine: Some(ServingEngine::Exllama),
            },
        ),
        ("loss = 2.31, 4.1 it/s", Startup::default()),
        ("Model loading took 99999999999999999999999 GiB", Startup { engine: Some(ServingEngine::Vllm), ..Startup::default() }),
    ];
    for (text, known) in table {
        assert_eq!(startup(text), known, "{text}");
    }
}

#[test]
fn failed_starts_are_told() {
    let table = [
        (
            "ValueError: To serve at least one request with the models's max seq len (131072), (16.00 GiB KV cache is needed, which is larger \
             than the available KV cache memory (3.29 GiB). Based on the available memory, the estimated maximum model length is 26960.",
            Kind::PoolTooSmall,
        ),
        (
            "ValueError: The model's max seq len (32768) is larger than the maximum number of tokens that can be stored in KV cache (17856).",
            Kind::PoolTooSmall,
        ),
        (
            "ValueError: No available memory for the cache blocks. Try increasing `gpu_memory_utilization` when initializing the engine.",
            Kind::NoPool,
        ),
        ("RuntimeError: Not enough memory. Please try to increase --mem-fraction-static.", Kind::NoPool),
        (
            "ValueError: Free memory on device (20.11/23.64 GiB) on startup is less than desired GPU memory utilization (0.9, 21.28 GiB).",
            Kind::ShareNotFree,
        ),
        (
            "ValueError: User-specified max_model_len (262144) is greater than the derived max_model_len (max_position_embeddings=131072.0).",
            Kind::ContextBeyondModel,
        ),
        (
            "ggml_backend_cuda_buffer_type_alloc_buffer: allocating 8148.38 MiB on device 0: cudaMalloc failed: out of memory",
            Kind::CardMemory,
        ),
    ];
    for (text, kind) in table {
        assert_eq!(read(text).first().map(|message| message.kind), Some(kind), "{text}");
    }
}
