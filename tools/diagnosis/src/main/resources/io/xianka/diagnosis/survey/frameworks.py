# What the frameworks of this Python see: one line of JSON each. Runs on Python 3.6 and later.
import importlib.util
import json
import platform


def torch_sees(answer):
    import torch

    answer["version"] = torch.__version__
    answer["cuda_build"] = torch.version.cuda
    answer["architectures"] = list(torch.cuda.get_arch_list())
    number = torch.backends.cudnn.version() if torch.version.cuda else None
    answer["cudnn_version"] = None if number is None else dotted_cudnn(number)
    answer["nccl_version"] = None
    if torch.version.cuda and torch.distributed.is_available():
        try:
            answer["nccl_version"] = ".".join(str(part) for part in torch.cuda.nccl.version())
        except Exception:
            pass
    answer["available"] = torch.cuda.is_available()
    answer["devices"] = [torch.cuda.get_device_name(i) for i in range(torch.cuda.device_count())]


def dotted_cudnn(number):
    # cuDNN 9 counts 10000 a major version, older ones 1000.
    if number >= 90000:
        return "%d.%d.%d" % (number // 10000, number // 100 % 100, number % 100)
    return "%d.%d.%d" % (number // 1000, number // 100 % 10, number % 100)


def tensorflow_sees(answer):
    import tensorflow

    answer["version"] = tensorflow.__version__
    build = tensorflow.sysconfig.get_build_info()
    answer["cuda_build"] = build.get("cuda_version") if build.get("is_cuda_build") else None
    answer["cudnn_version"] = build.get("cudnn_version") if build.get("is_cuda_build") else None
    answer["architectures"] = [str(each) for each in build.get("cuda_compute_capabilities", [])]
    devices = tensorflow.config.list_physical_devices("GPU")
    answer["devices"] = [device.name for device in devices]
    answer["available"] = bool(devices)


def jax_sees(answer):
    import jax

    answer["version"] = jax.__version__
    devices = [device for device in jax.devices() if device.platform != "cpu"]
    answer["devices"] = [str(device.device_kind) for device in devices]
    answer["available"] = bool(devices)
    plugins = [n for n in ("jax_cuda13_plugin", "jax_cuda12_plugin", "jax_cuda11_plugin") if found(n)]
    answer["cuda_build"] = plugins[0][len("jax_cuda"):-len("_plugin")] if plugins else None


def cupy_sees(answer):
    import cupy

    answer["version"] = cupy.__version__
    number = cupy.cuda.runtime.runtimeGetVersion()
    answer["cuda_build"] = "%d.%d" % (number // 1000, number % 1000 // 10)
    answer["available"] = cupy.cuda.is_available()
    count = cupy.cuda.runtime.getDeviceCount() if answer["available"] else 0
    names = (cupy.cuda.runtime.getDeviceProperties(i)["name"] for i in range(count))
    answer["devices"] = [name.decode() if isinstance(name, bytes) else str(name) for name in names]


def found(name):
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, ValueError):
        return False


for name, sees in (("torch", torch_sees), ("tensorflow", tensorflow_sees), ("jax", jax_sees), ("cupy", cupy_sees)):
    if found(name):
        answer = {"xianka": 1, "name": name, "python_version": platform.python_version()}
        try:
            sees(answer)
        except BaseException as error:
            answer["error"] = "%s: %s" % (type(error).__name__, error)
        print(json.dumps(answer), flush=True)
