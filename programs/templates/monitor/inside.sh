# % if framework == "pytorch" and machine.device_type == "cuda"

## en: Inside a PyTorch program: print(torch.cuda.memory_summary()) after a step shows allocated, reserved and fragments; torch.cuda.memory._record_memory_history() records who allocated what.
## zh: 在 PyTorch 程序内：某一步之后 print(torch.cuda.memory_summary()) 可见已分配、已预留与碎片；torch.cuda.memory._record_memory_history() 记录每次分配的来源。
# % endif
