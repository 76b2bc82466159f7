#!/usr/bin/env bash
# Runs a folder of operator cases of ONNX (each a folder with model.onnx beside inputs and outputs), such as data/node
# of Debian's libonnx-testdata. The last line is `N passed, M failed, K skipped`; the exit status is 0 only if M is 0. Skipped
# are operators and element types that tensors have not.
#
#   checks/onnx.sh FOLDER... [--device cpu|emulated|cuda:0|plain]
#
# XIANKA_LIB   a folder of jars to use (default: built from this checkout when its sources changed)
# JAVA_HOME    a JDK 25 (default: the first one under /usr/lib/jvm)
set -euo pipefail
here=$(cd -P -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")" && pwd)
# shellcheck source=checks/java25.sh
source "$here/java25.sh"
run_checks io.xianka.checks.OnnxCases "$@"
