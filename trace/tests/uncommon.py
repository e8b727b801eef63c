"""Small networks, each with something that networks of libraries rarely have."""

from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional
from torch.utils.checkpoint import checkpoint


class Unet(nn.Module):
    """Skips that are joined, and a way up by transposed convolutions."""

    def __init__(self) -> None:
        super().__init__()
        self.down = nn.ModuleList([_twice(3, 16), _twice(16, 32), _twice(32, 64)])
        self.up = nn.ModuleList([nn.ConvTranspose2d(64, 32, 2, 2), nn.ConvTranspose2d(32, 16, 2, 2)])
        self.joined = nn.ModuleList([_twice(64, 32), _twice(32, 16)])
        self.head = nn.Conv2d(16, 5, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Maps of five classes."""
        skips = []
        for place, part in enumerate(self.down):
            x = part(x)
            if place < 2:
                skips.append(x)
                x = functional.max_pool2d(x, 2)
        for up, joined in zip(self.up, self.joined, strict=True):
            x = joined(torch.cat([up(x), skips.pop()], 1))
        return self.head(x)


def _twice(inputs: int, outputs: int) -> nn.Module:
    first = nn.Conv2d(inputs, outputs, 3, padding=1)
    return nn.Sequential(first, nn.ReLU(), nn.Conv2d(outputs, outputs, 3, padding=1), nn.GroupNorm(4, outputs), nn.SiLU())


class Block(nn.Module):
    """Attention that sees only what came before, and a gated MLP."""

    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.first, self.second = nn.RMSNorm(width), nn.RMSNorm(width)
        self.qkv, self.out = nn.Linear(width, 3 * width, bias=False), nn.Linear(width, width, bias=False)
        self.gate, self.up = nn.Linear(width, 4 * width, bias=False), nn.Linear(width, 4 * width, bias=False)
        self.down = nn.Linear(4 * width, width, bias=False)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """As wide as what came in."""
        batch, length, width = x.shape
        heads = self.qkv(self.first(x)).view(batch, length, 3, self.heads, width // self.heads).permute(2, 0, 3, 1, 4)
        query, key, value = heads.unbind(0)
        seen = functional.scaled_dot_product_attention(query, key, value, is_causal=True)
        x = x + self.out(seen.transpose(1, 2).reshape(batch, length, width))
        unit = self.second(x)
        return x + self.down(functional.silu(self.gate(unit)) * self.up(unit))


class Decoder(nn.Module):
    """A decoder whose head is the table of its words."""

    def __init__(self) -> None:
        super().__init__()
        self.words = nn.Embedding(1000, 128)
        self.blocks = nn.ModuleList([Block(128, 4) for _ in range(3)])
        self.norm = nn.RMSNorm(128)

    def forward(self, words: torch.Tensor) -> torch.Tensor:
        """The loss, by itself."""
        x = self.words(words)
        for block in self.blocks:
            x = block(x)
        logits = functional.linear(self.norm(x), self.words.weight)
        return functional.cross_entropy(logits[:, :-1].reshape(-1, 1000), words[:, 1:].reshape(-1))


class TwoTowers(nn.Module):
    """Each sample is told from all others, so that sizes grow with the square of the batch."""

    def __init__(self) -> None:
        super().__init__()
        self.left = nn.Sequential(nn.Linear(64, 256), nn.GELU(), nn.Linear(256, 128))
        self.right = nn.Sequential(nn.Linear(32, 256), nn.Tanh(), nn.Linear(256, 128))
        self.scale = nn.Parameter(torch.ones(()))

    def forward(self, left: torch.Tensor, right: torch.Tensor) -> torch.Tensor:
        """The loss, by itself."""
        one, other = functional.normalize(self.left(left), dim=-1), functional.normalize(self.right(right), dim=-1)
        scores = self.scale.exp() * one @ other.t()
        places = torch.arange(scores.shape[0], device=scores.device)
        return (functional.cross_entropy(scores, places) + functional.cross_entropy(scores.t(), places)) / 2


class Tables(nn.Module):
    """Columns of categories and numbers."""

    def __init__(self) -> None:
        super().__init__()
        self.tables = nn.ModuleList([nn.Embedding(50 * (place + 1), 8) for place in range(12)])
        self.norm = nn.BatchNorm1d(20)
        self.layers = nn.Sequential(nn.Linear(116, 256), nn.LeakyReLU(0.1), nn.Dropout(0.2), nn.Linear(256, 7))

    def forward(self, categories: torch.Tensor, numbers: torch.Tensor) -> torch.Tensor:
        """Scores of seven classes."""
        columns = [table(categories[:, place]) for place, table in enumerate(self.tables)]
        return self.layers(torch.cat([*columns, self.norm(numbers)], 1))


class Waves(nn.Module):
    """Sound in one dimension, with gates and dilated convolutions."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Conv1d(1, 32, 64, 16)
        self.layers = nn.ModuleList([nn.Conv1d(32, 64, 3, padding=2**place, dilation=2**place) for place in range(4)])
        self.head = nn.Linear(32, 10)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Scores of ten classes."""
        x = self.stem(x)
        for layer in self.layers:
            gate, value = layer(x).chunk(2, 1)
            x = x + torch.sigmoid(gate) * torch.tanh(value)
        return self.head(x.mean(-1))


class Generator(nn.Module):
    """Pictures out of noise."""

    def __init__(self) -> None:
        super().__init__()
        layers: list[nn.Module] = []
        for inputs, outputs in ((64, 128), (128, 64), (64, 32)):
            layers += [nn.ConvTranspose2d(inputs, outputs, 4, 4), nn.BatchNorm2d(outputs), nn.LeakyReLU(0.2, inplace=True)]
        self.layers = nn.Sequential(*layers, nn.Conv2d(32, 3, 3, padding=1), nn.Tanh())

    def forward(self, noise: torch.Tensor) -> torch.Tensor:
        """Pictures."""
        return self.layers(noise[:, :, None, None])


class Graph(nn.Module):
    """A net over graphs, whose edges come as a matrix."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(24, 64), nn.Linear(64, 64), nn.Linear(64, 64)])
        self.head = nn.Linear(64, 3)

    def forward(self, nodes: torch.Tensor, edges: torch.Tensor) -> torch.Tensor:
        """Scores of three classes."""
        weights = edges / edges.sum(-1, keepdim=True).clamp(min=1.0)
        for layer in self.layers:
            nodes = functional.relu(weights @ layer(nodes))
        return self.head(nodes.amax(1))


class Frozen(nn.Module):
    """A backbone that does not train, and one block of it that does."""

    def __init__(self) -> None:
        super().__init__()
        self.backbone = nn.Sequential(nn.Conv2d(3, 32, 3, 2, 1), nn.ReLU(), nn.Conv2d(32, 64, 3, 2, 1), nn.ReLU())
        self.backbone.requires_grad_(False)
        self.block = nn.Sequential(nn.Conv2d(64, 64, 3, padding=1), nn.ELU(), nn.AdaptiveAvgPool2d(1), nn.Flatten())
        self.head = nn.Linear(64, 10)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Scores of ten classes."""
        return self.head(self.block(self.backbone(x)))


class Einsum(nn.Module):
    """Attention as equations, with a mask and a learned temperature."""

    def __init__(self) -> None:
        super().__init__()
        self.query, self.key, self.value = (nn.Parameter(torch.ones(4, 64, 16)) for _ in range(3))
        self.temperature = nn.Parameter(torch.ones(4, 1, 1))
        self.out = nn.Linear(64, 64)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Sequences as wide as what came in."""
        query, key, value = (torch.einsum("bld,hde->bhle", x, part) for part in (self.query, self.key, self.value))
        scores = torch.einsum("bhle,bhme->bhlm", query, key) * self.temperature
        hidden = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).triu(1)
        weights = scores.masked_fill(hidden, float("-inf")).softmax(-1)
        return self.out(torch.einsum("bhlm,bhme->blhe", weights, value).flatten(2))


class Again(nn.Module):
    """A block that the network computes again by itself, in either way; in none where that is not said."""

    def __init__(self, reentrant: bool | None) -> None:
        super().__init__()
        self.reentrant = reentrant
        self.first, self.block, self.head = nn.Linear(32, 32), nn.Sequential(nn.Linear(32, 64), nn.ReLU()), nn.Linear(64, 5)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Scores of five classes."""
        x = self.first(x)
        x = self.block(x) if self.reentrant is None else checkpoint(self.block, x, use_reentrant=self.reentrant)
        return self.head(x)


class Written(nn.Module):
    """Parts of a tensor that are written into."""

    def __init__(self) -> None:
        super().__init__()
        self.first, self.head = nn.Linear(32, 64), nn.Linear(64, 5)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Scores of five classes."""
        x = self.first(x)
        x[:, :10] = x[:, :10] * 2
        x[:, 10:20] += 1
        x.view(-1, 8, 8)[:, 0].mul_(3)
        return self.head(x)


def encoder() -> nn.Module:
    """PyTorch's own encoder."""
    layer = nn.TransformerEncoderLayer(128, 4, 256, batch_first=True)
    return nn.TransformerEncoder(layer, 2)


class Joined(nn.Module):
    """Weights that are joined before they are used, and a tensor that the network keeps."""

    def __init__(self) -> None:
        super().__init__()
        self.query, self.key, self.value = (nn.Parameter(torch.ones(256, 256)) for _ in range(3))
        self.head = nn.Linear(256, 7)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Scores of seven classes."""
        query, key, value = functional.linear(x, torch.cat([self.query, self.key, self.value])).chunk(3, -1)
        self.seen = (query[:, :, None] * key[:, None, :]).detach()
        return self.head(query * key + value)


class OldNorm(nn.Module):
    """Weights that a hook makes anew in each step and sets on their layer."""

    def __init__(self) -> None:
        super().__init__()
        self.first = nn.utils.weight_norm(nn.Linear(512, 512))
        self.head = nn.Linear(512, 7)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Scores of seven classes."""
        return self.head(self.first(x).relu())
