"""What takes the place of libraries that need a GPU: their interface, as the programs call it."""

import sys
import types


# Names of DeepSpeed's configuration (deepspeed.ai/docs/config-json) that programs may use, part by part.
KNOWN = {
    "": "train_micro_batch_size_per_gpu gradient_accumulation_steps zero_optimization optimizer fp16 bf16 "
    "zero_allow_untested_optimizer zero_force_ds_cpu_optimizer gradient_clipping",
    "zero_optimization": "stage stage3_gather_16bit_weights_on_model_save offload_optimizer offload_param reduce_bucket_size overlap_comm contiguous_gradients",
    "offload_optimizer": "device pin_memory",
    "offload_param": "device pin_memory",
    "optimizer": "type params",
    "params": "lr weight_decay",
    "fp16": "enabled",
    "bf16": "enabled",
}


def check_deepspeed(settings, part=""):
    """Holds that every name of a configuration is one of DeepSpeed's."""
    for name, value in settings.items():
        assert name in KNOWN[part].split(), f"DeepSpeed has no {part}.{name}"
        if isinstance(value, dict):
            check_deepspeed(value, name)


def deepspeed(torch, program):
    """An engine with DeepSpeed's interface that keeps everything where it is, while the program asks for it."""

    class Engine(torch.nn.Module):
        def __init__(self, model, optimizer, schedule, config):
            super().__init__()
            self.module, self.optimizer, self.schedule, self.done = model, optimizer, schedule, 0
            self.steps, self.clip = config["gradient_accumulation_steps"], config["gradient_clipping"]

        def forward(self, *arguments, **named):
            return self.module(*arguments, **named)

        def backward(self, loss):
            (loss / self.steps).backward()

        def step(self):
            self.done += 1
            if self.done % self.steps == 0:
                if self.clip:
                    torch.nn.utils.clip_grad_norm_(self.module.parameters(), self.clip)
                self.optimizer.step()
                self.schedule.step()
                self.optimizer.zero_grad()

    def initialize(*, model, config, lr_scheduler, model_parameters=None, optimizer=None):
        check_deepspeed(config)
        if config["bf16"]["enabled"]:
            # Weights alone are cast, as by the engine; buffers stay.
            for value in model.parameters():
                value.data = value.data.bfloat16() if value.is_floating_point() else value.data
        if optimizer is None:
            optimizer = getattr(torch.optim, config["optimizer"]["type"])(model_parameters, **config["optimizer"]["params"])
        schedule = lr_scheduler(optimizer)
        return Engine(model, optimizer, schedule, config), optimizer, None, schedule

    def distribute(model, steps):
        library = types.ModuleType("deepspeed")
        library.initialize = initialize
        sys.modules["deepspeed"] = library
        try:
            return original(model, steps)
        finally:
            # Others ask whether it is installed, and would take this for the whole library.
            del sys.modules["deepspeed"]

    original, program.distribute = program.distribute, distribute
