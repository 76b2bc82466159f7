#!/usr/bin/env bash
# Trains as folders of recordings did (ops.json, ops.safetensors, grad_scaler.json, tiny_gpt.*, as PyTorch gives them):
# optimizers, schedules, clipping, the gradient scaler, a small GPT's first gradients and 60 losses; and compares. The
# last line is `N passed, M failed`; the exit status is 0 only if M is 0.
#
#   checks/reference-training.sh FOLDER... [--device cpu|emulated|cuda:0|plain]
#
# XIANKA_LIB   a folder of jars to use (default: built from this checkout when its sources changed)
# JAVA_HOME    a JDK 25 (default: the first one under /usr/lib/jvm)
set -euo pipefail
here=$(cd -P -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")" && pwd)
# shellcheck source=checks/java25.sh
source "$here/java25.sh"
run_checks io.xianka.checks.ReferenceTraining "$@"
