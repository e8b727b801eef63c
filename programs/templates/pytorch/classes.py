class Samples(Dataset):
    def __init__(self):
        self.folder = torchvision.datasets.ImageFolder(DATA_DIR) if DATA_DIR else None
        self.transform = torchvision.transforms.Compose([
            torchvision.transforms.RandomResizedCrop(IMAGE_SIZE),
            torchvision.transforms.RandomHorizontalFlip(),
            torchvision.transforms.ToTensor(),
            torchvision.transforms.Normalize((0.485, 0.456, 0.406), (0.229, 0.224, 0.225)),
        ])

    def __len__(self):
        return len(self.folder) if self.folder else {{ data.samples }}

    def __getitem__(self, index):
        if self.folder is None:
            return torch.randn(3, *IMAGE_SIZE), index % NUM_CLASSES
        path, label = self.folder.samples[index]
        image = self.folder.loader(path)
        return self.transform(image), label
