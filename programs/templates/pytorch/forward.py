# % if autocast
# % if weights.dtype == "float32"
# en: activations take half; 16-bit copies of the weights are cached until this block ends
# zh: 激活值减半；权重的 16 位副本缓存到此块结束
# % else
# en: 16-bit products around the adapters; the frozen weights are 16-bit already
# zh: 适配器附近以 16 位运算；冻结权重本已是 16 位
# % endif
with torch.autocast(DEVICE_TYPE, dtype={{"torch" | dot(autocast)}}):
    loss = loss_of(model, batch)
# % else
loss = loss_of(model, batch)
# % endif
