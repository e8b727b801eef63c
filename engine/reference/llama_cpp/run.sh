#!/bin/sh
# Proves the engine's figures for llama.cpp against a real one: sh run.sh RIGWISE
# A prebuilt llama.cpp with Vulkan runs on Mesa's driver that computes on the CPU, so that buffers of a card appear without one.
set -eu
rigwise=$(realpath "$1")
here=$(realpath "$(dirname "$0")")
work=${WORK:?a folder for what is downloaded}
mkdir -p "$work"
cd "$work"
if [ ! -e /usr/share/vulkan/icd.d/lvp_icd.x86_64.json ]; then
    apt-get update -qq
    apt-get install -y -qq --no-install-recommends mesa-vulkan-drivers libvulkan1
fi
if [ ! -d package ]; then
    npm pack --silent @node-llama-cpp/linux-x64-vulkan@3.22.1
    tar xzf node-llama-cpp-linux-x64-vulkan-3.22.1.tgz
fi
if [ ! -d venv ]; then
    python3 -m venv venv
    venv/bin/pip install -q gguf==0.19.0 numpy==2.4.6
fi
LLAMA_LIBRARIES=$work/package/bins/linux-x64-vulkan VK_ICD_FILENAMES=/usr/share/vulkan/icd.d/lvp_icd.x86_64.json \
    venv/bin/python "$here/compare.py" "$rigwise"
