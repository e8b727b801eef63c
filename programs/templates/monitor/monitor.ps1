# % include "monitor/devices.sh"
# % if expected
# en: RAM: {{ expected.ram|words }} expected; pages that come and go mean too little of it
# zh: 内存：预计 {{ expected.ram|words }}；持续换页说明内存不足
# % else
# en: RAM; pages that come and go mean too little of it
# zh: 内存；持续换页说明内存不足
# % endif
Get-Counter '\Memory\Available MBytes', '\Memory\Pages/sec' -Continuous
# en: memory that spilled to RAM: should stay near zero
# zh: 溢出到内存的显存：应接近零
Get-Counter '\GPU Adapter Memory(*)\Shared Usage' -Continuous
# % include "monitor/inside.sh"
