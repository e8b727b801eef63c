@torch.no_grad()
def evaluate(model, loader, device, step):
    # % if task.name == "detect"
    for module in model.modules():
        if isinstance(module, torch.nn.modules.batchnorm._BatchNorm):
            # en: these models tell their losses in training mode alone, in which batch norms would go on gathering
            # zh: 此类模型只在训练模式下给出损失，而该模式下批归一化会继续累积统计量
            module.eval()
    # % else
    # en: no dropout, and batch norms use what they have gathered
    # zh: 关闭随机失活，批归一化使用累积的统计量
    model.eval()
    # % endif
    # en: the same noise and the same hidden words every time, and afterwards training goes on with its own
    # zh: 每次评估使用相同的噪声与遮盖；之后训练继续使用自己的随机数
    torch.manual_seed(SEED)
    total = torch.zeros(2, device=device)
    for batch in loader:
        batch = to_device(batch, device)
        # % if task.name in ["classify", "segment", "detect"]
        size = len(batch[0])
        # % else
        size = len(next(iter(batch.values())))
        # % endif
        # % filter indented(8)
        # % include "pytorch/forward.py"
        # % endfilter
        # en: a batch without anything to tell has no loss
        # zh: 没有任何目标的批次没有损失
        counts = loss.isfinite()
        total += torch.stack([torch.where(counts, loss.float(), 0.0) * size, counts.float() * size])
    # % if spread.by != "single"
    dist.all_reduce(total)
    # % endif
    model.train()
    torch.manual_seed(SEED + RANK + PROCESSES * step)
    if RANK == 0 and total[1] > 0:
        print(json.dumps({"step": step, "evaluation_loss": round((total[0] / total[1]).item(), 4)}), flush=True)
