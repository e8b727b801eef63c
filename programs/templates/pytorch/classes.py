class Samples(Dataset):
    def __init__(self, folder=None, is_training=True):
        ## en: A folder for every class.
        ## zh: 每个类别一个目录。
        self.folder = torchvision.datasets.ImageFolder(folder) if folder else None
        if self.folder and len(self.folder.classes) > NUM_CLASSES:
            raise SystemExit(f"{folder} has {len(self.folder.classes)} classes, and the plan {NUM_CLASSES}")
        transforms = torchvision.transforms
        # en: pictures are changed at random in training alone
        # zh: 只在训练时随机变换图片
        cut = [transforms.RandomResizedCrop(IMAGE_SIZE), transforms.RandomHorizontalFlip()]
        if not is_training:
            cut = [transforms.Resize(max(IMAGE_SIZE)), transforms.CenterCrop(IMAGE_SIZE)]
        scaled = [transforms.ToTensor(), transforms.Normalize((0.485, 0.456, 0.406), (0.229, 0.224, 0.225))]
        self.transform = transforms.Compose(cut + scaled)

    def __len__(self):
        return len(self.folder) if self.folder else {{data.samples}}

    def __getitem__(self, index):
        if self.folder is None:
            return torch.randn(3, *IMAGE_SIZE), index % NUM_CLASSES
        path, label = self.folder.samples[index]
        image = self.folder.loader(path)
        return self.transform(image), label
