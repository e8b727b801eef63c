class Samples(Dataset):
    def __init__(self):
        # DATA_DIR holds images/ and masks/ with files of the same order; a mask's grey value is the class.
        self.pairs = None
        if DATA_DIR:
            folders = [os.path.join(DATA_DIR, name) for name in ("images", "masks")]
            self.pairs = list(zip(*([os.path.join(folder, name) for name in sorted(os.listdir(folder))] for folder in folders)))

    def __len__(self):
        return len(self.pairs) if self.pairs else {{ data.samples }}

    def __getitem__(self, index):
        if self.pairs is None:
            return torch.randn(3, *IMAGE_SIZE), torch.randint(NUM_CLASSES, IMAGE_SIZE)
        image, mask = (torchvision.io.read_image(path) for path in self.pairs[index])
        image = torchvision.transforms.functional.resize(image[:3], IMAGE_SIZE, antialias=True).float().div_(255)
        nearest = torchvision.transforms.InterpolationMode.NEAREST
        return image, torchvision.transforms.functional.resize(mask[:1], IMAGE_SIZE, nearest)[0].long()
