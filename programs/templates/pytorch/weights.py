# en: weights and buffers, {{ weights.amount|words }} a GPU ({{ weights.dtype|words }})
# zh: 权重与缓冲区，每卡 {{ weights.amount|words }}（{{ weights.dtype|words }}）
