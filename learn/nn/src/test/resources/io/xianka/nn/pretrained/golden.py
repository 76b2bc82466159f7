"""Tiny GPT-2 and LLaMA with random weights, and what PyTorch makes of them: run with torch (1.13 was used), writes beside itself.

The forward passes are written out from the definitions that Hugging Face's transformers states in its modelling files: names and
layouts of weights (GPT-2's projections are (in, out)), tanh-GELU, learned positions and the tied head of GPT-2; RMS norm, rotary
positions over halves, grouped keys, SwiGLU and frequencies of rope_type "llama3" of LLaMA. All in float64 of weights rounded to float32.
"""

import json
import math
import os
import struct

import torch

here = os.path.dirname(os.path.abspath(__file__))
torch.manual_seed(20261130)


def save(path, tensors, metadata=None):
    header, offset, data = {}, 0, b""
    if metadata:
        header["__metadata__"] = metadata
    kinds = {torch.float32: "F32", torch.int64: "I64", torch.uint8: "U8", torch.bfloat16: "BF16"}
    for name in sorted(tensors):
        tensor = tensors[name].contiguous()
        raw = (tensor.view(torch.int16) if tensor.dtype == torch.bfloat16 else tensor).numpy().tobytes()
        header[name] = {
            "dtype": kinds[tensor.dtype],
            "shape": list(tensor.shape),
            "data_offsets": [offset, offset + len(raw)],
        }
        offset += len(raw)
        data += raw
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(os.path.join(here, path), "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + data)


def random(*shape, deviation=0.2, mean=0.0):
    return (torch.randn(*shape) * deviation + mean).float()


def causal(q, k, v):
    scores = q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1])
    length = q.shape[-2]
    mask = torch.ones(length, length, dtype=torch.bool).tril()
    return scores.masked_fill(~mask, -math.inf).softmax(-1) @ v


def heads(x, count):
    return x.reshape(x.shape[0], x.shape[1], count, -1).transpose(1, 2)


def joined(x):
    return x.transpose(1, 2).reshape(x.shape[0], x.shape[2], -1)


# ---------------------------------------------------------------------- GPT-2

vocabulary, block, width, count, layers = 61, 16, 16, 2, 2
gpt = {
    "transformer.wte.weight": random(vocabulary, width),
    "transformer.wpe.weight": random(block, width),
    "transformer.ln_f.weight": random(width, mean=1),
    "transformer.ln_f.bias": random(width),
}
for i in range(layers):
    for name, shape in {
        "attn.c_attn": (width, 3 * width),
        "attn.c_proj": (width, width),
        "mlp.c_fc": (width, 4 * width),
        "mlp.c_proj": (4 * width, width),
    }.items():
        gpt[f"transformer.h.{i}.{name}.weight"] = random(*shape)
        gpt[f"transformer.h.{i}.{name}.bias"] = random(shape[1])
    for name in ("ln_1", "ln_2"):
        gpt[f"transformer.h.{i}.{name}.weight"] = random(width, mean=1)
        gpt[f"transformer.h.{i}.{name}.bias"] = random(width)


def gpt2(tokens):
    w = {name[len("transformer."):]: tensor.double() for name, tensor in gpt.items()}

    def norm(x, name):
        return torch.nn.functional.layer_norm(x, (width,), w[name + ".weight"], w[name + ".bias"], 1e-5)

    def product(x, name):
        return x @ w[name + ".weight"] + w[name + ".bias"]

    x = w["wte.weight"][tokens] + w["wpe.weight"][: tokens.shape[1]]
    for i in range(layers):
        q, k, v = product(norm(x, f"h.{i}.ln_1"), f"h.{i}.attn.c_attn").split(width, -1)
        x = x + product(joined(causal(heads(q, count), heads(k, count), heads(v, count))), f"h.{i}.attn.c_proj")
        inner = product(norm(x, f"h.{i}.ln_2"), f"h.{i}.mlp.c_fc")
        inner = 0.5 * inner * (1 + torch.tanh(math.sqrt(2 / math.pi) * (inner + 0.044715 * inner**3)))
        x = x + product(inner, f"h.{i}.mlp.c_proj")
    return norm(x, "ln_f") @ w["wte.weight"].T


# ---------------------------------------------------------------------- LLaMA

llama_width, llama_heads, groups, size, inner_width = 24, 4, 2, 6, 40
llama = {
    "model.embed_tokens.weight": random(vocabulary, llama_width),
    "model.norm.weight": random(llama_width, mean=1),
    "lm_head.weight": random(vocabulary, llama_width),
}
for i in range(layers):
    for name, shape in {
        "self_attn.q_proj": (llama_heads * size, llama_width),
        "self_attn.k_proj": (groups * size, llama_width),
        "self_attn.v_proj": (groups * size, llama_width),
        "self_attn.o_proj": (llama_width, llama_heads * size),
        "mlp.gate_proj": (inner_width, llama_width),
        "mlp.up_proj": (inner_width, llama_width),
        "mlp.down_proj": (llama_width, inner_width),
    }.items():
        llama[f"model.layers.{i}.{name}.weight"] = random(*shape)
    for name in ("input_layernorm", "post_attention_layernorm"):
        llama[f"model.layers.{i}.{name}.weight"] = random(llama_width, mean=1)


def frequencies(base, scaling):
    plain = (1.0 / (base ** (torch.arange(0, size, 2).float() / size))).double()
    if scaling is None:
        return plain
    wavelengths = 2 * math.pi / plain
    low = scaling["original_max_position_embeddings"] / scaling["low_freq_factor"]
    high = scaling["original_max_position_embeddings"] / scaling["high_freq_factor"]
    result = torch.where(wavelengths > low, plain / scaling["factor"], plain)
    smooth = (scaling["original_max_position_embeddings"] / wavelengths - scaling["low_freq_factor"]) / (
        scaling["high_freq_factor"] - scaling["low_freq_factor"]
    )
    between = (wavelengths <= low) & (wavelengths >= high)
    return torch.where(between, (1 - smooth) * plain / scaling["factor"] + smooth * plain, result)


def llama_scores(tokens, base, scaling, tied):
    w = {name: tensor.double() for name, tensor in llama.items()}

    def norm(x, name):
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-5) * w[name + ".weight"]

    angles = torch.arange(tokens.shape[1]).double()[:, None] * frequencies(base, scaling)[None, :]
    angles = torch.cat((angles, angles), -1)

    def turned(x):
        half = torch.cat((-x[..., size // 2 :], x[..., : size // 2]), -1)
        return x * angles.cos() + half * angles.sin()

    x = w["model.embed_tokens.weight"][tokens]
    for i in range(layers):
        prefix = f"model.layers.{i}."
        h = norm(x, prefix + "input_layernorm")
        q, k, v = (h @ w[f"{prefix}self_attn.{name}_proj.weight"].T for name in "qkv")
        q, k, v = turned(heads(q, llama_heads)), turned(heads(k, groups)), heads(v, groups)
        k, v = (y.repeat_interleave(llama_heads // groups, 1) for y in (k, v))
        x = x + joined(causal(q, k, v)) @ w[prefix + "self_attn.o_proj.weight"].T
        h = norm(x, prefix + "post_attention_layernorm")
        gate = torch.nn.functional.silu(h @ w[prefix + "mlp.gate_proj.weight"].T)
        x = x + (gate * (h @ w[prefix + "mlp.up_proj.weight"].T)) @ w[prefix + "mlp.down_proj.weight"].T
    head = w["model.embed_tokens.weight" if tied else "lm_head.weight"]
    return norm(x, "model.norm") @ head.T


# ---------------------------------------------------------------------- files

tokens = torch.randint(0, vocabulary, (2, 13))
scaling = {
    "rope_type": "llama3",
    "factor": 4.0,
    "low_freq_factor": 1.0,
    "high_freq_factor": 4.0,
    "original_max_position_embeddings": 64,
}
save(
    "expected.safetensors",
    {
        "tokens": tokens,
        "gpt2": gpt2(tokens).float(),
        "llama": llama_scores(tokens, 10000.0, None, False).float(),
        "llama_scaled_tied": llama_scores(tokens, 500.0, scaling, True).float(),
    },
)

os.makedirs(os.path.join(here, "gpt2"), exist_ok=True)
mask = torch.ones(block, block, dtype=torch.uint8).tril()[None, None]
buffers = {f"transformer.h.{i}.attn.bias": mask for i in range(layers)}
buffers |= {f"transformer.h.{i}.attn.masked_bias": torch.tensor(-1e4) for i in range(layers)}
save("gpt2/model.safetensors", gpt | buffers | {"lm_head.weight": gpt["transformer.wte.weight"]}, {"format": "pt"})
with open(os.path.join(here, "gpt2/config.json"), "w") as file:
    json.dump(
        {
            "model_type": "gpt2",
            "vocab_size": vocabulary,
            "n_positions": block,
            "n_embd": width,
            "n_head": count,
            "n_layer": layers,
            "n_inner": None,
            "activation_function": "gelu_new",
            "layer_norm_epsilon": 1e-05,
            "attn_pdrop": 0.1,
        },
        file,
        indent=2,
    )

os.makedirs(os.path.join(here, "llama"), exist_ok=True)
parts = [{}, {}]
for at, name in enumerate(sorted(llama)):
    parts[at % 2][name] = llama[name]
index = {}
for at, part in enumerate(parts):
    name = f"model-{at + 1:05d}-of-00002.safetensors"
    save("llama/" + name, part, {"format": "pt"})
    index |= {tensor: name for tensor in part}
with open(os.path.join(here, "llama/model.safetensors.index.json"), "w") as file:
    total = sum(tensor.numel() * 4 for tensor in llama.values())
    json.dump({"metadata": {"total_size": total}, "weight_map": index}, file, indent=2)
with open(os.path.join(here, "llama/config.json"), "w") as file:
    json.dump(
        {
            "model_type": "llama",
            "vocab_size": vocabulary,
            "max_position_embeddings": 32,
            "hidden_size": llama_width,
            "intermediate_size": inner_width,
            "num_hidden_layers": layers,
            "num_attention_heads": llama_heads,
            "num_key_value_heads": groups,
            "head_dim": size,
            "hidden_act": "silu",
            "rms_norm_eps": 1e-05,
            "rope_theta": 10000.0,
            "rope_scaling": None,
            "attention_bias": False,
            "tie_word_embeddings": False,
        },
        file,
        indent=2,
    )
