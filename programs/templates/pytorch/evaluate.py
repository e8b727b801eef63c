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
        total += torch.stack([loss.float() * size, loss.new_tensor(size).float()])
    # % if spread.by != "single"
    dist.all_reduce(total)
    # % endif
    model.train()
    if RANK == 0:
        print(json.dumps({"step": step, "evaluation_loss": round((total[0] / total[1]).item(), 4)}), flush=True)
