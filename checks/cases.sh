#!/usr/bin/env bash
# Runs folders of kernel cases (case.json beside kernel.cu and .npy files) and compares results, or findings for cases
# that expect some. The last line is `N passed, M failed`; the exit status is 0 only if M is 0.
#
#   checks/cases.sh FOLDER... [--device auto|cuda[:N]|emulated] [--compiler auto|own|nvrtc]
#
# XIANKA_LIB   a folder of jars to use (default: built from this checkout when its sources changed)
# JAVA_HOME    a JDK 25 (default: the first one under /usr/lib/jvm)
set -euo pipefail
here=$(cd -P -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")" && pwd)
# shellcheck source=checks/java25.sh
source "$here/java25.sh"
run_checks io.xianka.checks.KernelCases "$@"
