class DoubleConv(nn.Sequential):
    def __init__(self, inputs, outputs):
        super().__init__(
            nn.Conv2d(inputs, outputs, 3, padding=1, bias=False),
            nn.BatchNorm2d(outputs),
            nn.ReLU(inplace=True),
            nn.Conv2d(outputs, outputs, 3, padding=1, bias=False),
            nn.BatchNorm2d(outputs),
            nn.ReLU(inplace=True),
        )


class UNet(nn.Module):
    def __init__(self, num_classes, widths=(64, 128, 256, 512, 1024)):
        super().__init__()
        self.inc = DoubleConv(3, widths[0])
        self.down = nn.ModuleList(DoubleConv(a, b) for a, b in zip(widths, widths[1:]))
        self.up = nn.ModuleList(nn.ConvTranspose2d(b, a, 2, stride=2) for a, b in reversed(list(zip(widths, widths[1:]))))
        self.dec = nn.ModuleList(DoubleConv(2 * a, a) for a in reversed(widths[:-1]))
        self.outc = nn.Conv2d(widths[0], num_classes, 1)

    def forward(self, images):
        features = [self.inc(images)]
        for block in self.down:
            features.append(block(F.max_pool2d(features[-1], 2)))
        out = features.pop()
        for up, block in zip(self.up, self.dec):
            out = block(torch.cat([features.pop(), up(out)], dim=1))
        return self.outc(out)
