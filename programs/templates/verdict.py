# % if memory.missing
## en: Estimate: {{ memory.name.en|words }} {{ memory.peak|words }} of {{ memory.capacity|words }} a GPU: it does NOT fit, {{ memory.missing|words }} are missing.
## zh: 估算：每卡{{ memory.name.zh|words }} {{ memory.peak|words }} / {{ memory.capacity|words }}：放不下，还差 {{ memory.missing|words }}。
# % else
## en: Estimate: {{ memory.name.en|words }} {{ memory.peak|words }} of {{ memory.capacity|words }} a GPU; RAM {{ ram.peak|words }}.
## zh: 估算：每卡{{ memory.name.zh|words }} {{ memory.peak|words }} / {{ memory.capacity|words }}；内存 {{ ram.peak|words }}。
# % endif
