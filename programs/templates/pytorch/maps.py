# en: pixels of this value belong to no class, as in the masks of VOC and Cityscapes
# zh: 取此值的像素不属于任何类别（VOC、Cityscapes 的掩码即如此）
VOID = 255


class Samples(Dataset):
    def __init__(self, folder=None, is_training=True):
        ## en: The folder holds images/ and masks/ with files of the same names; a mask's value, grey or of a palette, is the class.
        ## zh: 目录含 images/ 与 masks/，文件名一一对应；掩码的值（灰度或调色板序号）即类别。
        self.pairs = None
        if folder:
            images, masks = (os.path.join(folder, kind) for kind in ("images", "masks"))
            named = {os.path.splitext(name)[0]: os.path.join(images, name) for name in os.listdir(images)}
            names = [name for name in sorted(os.listdir(masks)) if not name.startswith(".")]
            self.pairs = [(named[os.path.splitext(name)[0]], os.path.join(masks, name)) for name in names]
            seen = [PIL.Image.open(mask) for _, mask in self.pairs[:8]]
            if any(mask.mode not in ("1", "L", "P", "I;16") for mask in seen):
                raise SystemExit(f"{masks} holds pictures in color: a mask has one value a pixel, its class")
            values = {value for mask in seen for _, value in mask.getcolors() or []}
            if VOID in values and values <= {0, VOID}:
                raise SystemExit(f"{masks} holds 0 and {VOID} alone, and {VOID} is no class: make it 1")

    def __len__(self):
        return len(self.pairs) if self.pairs is not None else {{data.samples}}

    def __getitem__(self, index):
        if self.pairs is None:
            return torch.randn(3, *IMAGE_SIZE), torch.randint(NUM_CLASSES, IMAGE_SIZE)
        image, mask = (PIL.Image.open(path) for path in self.pairs[index])
        functional = torchvision.transforms.functional
        image = functional.to_tensor(functional.resize(image.convert("RGB"), IMAGE_SIZE))
        # % if origin.library == "smp"
        # en: as pretrained encoders expect it
        # zh: 与预训练编码器的要求一致
        # % else
        # en: by mean and spread of ImageNet's pictures
        # zh: 按 ImageNet 图片的均值与标准差归一化
        # % endif
        image = functional.normalize(image, (0.485, 0.456, 0.406), (0.229, 0.224, 0.225))
        # en: classes are not mixed by resizing
        # zh: 缩放时不混合类别
        mask = functional.resize(mask, IMAGE_SIZE, torchvision.transforms.InterpolationMode.NEAREST)
        return image, functional.pil_to_tensor(mask)[0].long()
