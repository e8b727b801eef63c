# en: so many large files are mixed with one another
# zh: 同时混合读取的大文件数
MIXED = 8


class Samples(Dataset):
    def __init__(self, folder=None, is_training=True):
        ## en: A folder for every class, or the large files that prepare.py makes of them.
        ## zh: 每个类别一个目录，或由 prepare.py 生成的大文件。
        self.folder = self.packed = None
        if folder and os.path.exists(os.path.join(folder, "index.pt")):
            # en: file, place, size and class of every picture
            # zh: 每张图片所在文件、位置、大小与类别
            self.packed, self.where = torch.load(os.path.join(folder, "index.pt"), weights_only=True), folder
            with open(os.path.join(folder, "classes.json"), encoding="utf-8") as file:
                self.classes = json.load(file)
        elif folder:
            self.folder = torchvision.datasets.ImageFolder(folder)
            self.classes = self.folder.classes
        if folder and len(self.classes) > NUM_CLASSES:
            raise SystemExit(f"{folder} has {len(self.classes)} classes, and the plan {NUM_CLASSES}")
        transforms = torchvision.transforms
        # en: pictures are changed at random in training alone
        # zh: 只在训练时随机变换图片
        cut = [transforms.RandomResizedCrop(IMAGE_SIZE), transforms.RandomHorizontalFlip()]
        if not is_training:
            cut = [transforms.Resize(max(IMAGE_SIZE)), transforms.CenterCrop(IMAGE_SIZE)]
        # % if pictures
        scaled = [transforms.ToTensor(), transforms.Normalize({{pictures.mean}}, {{pictures.deviation}})]
        # % else
        scaled = [transforms.ToTensor(), transforms.Normalize((0.485, 0.456, 0.406), (0.229, 0.224, 0.225))]
        # % endif
        self.transform = transforms.Compose(cut + scaled)
        self.opened = set()

    def __len__(self):
        if self.packed is not None:
            return len(self.packed)
        return len(self.folder) if self.folder else {{data.samples}}

    def by_file(self, order, epoch):
        # en: a few large files after another, in another order in every epoch, pictures mixed among them
        # zh: 依次读取几个大文件，每轮顺序不同，图片在其间打乱
        files = torch.randperm(int(self.packed[:, 0].max()) + 1, generator=torch.Generator().manual_seed(SEED + epoch))
        turn = torch.empty_like(files).scatter_(0, files, torch.arange(len(files))) // MIXED
        return sorted(order, key=turn[self.packed[:, 0]].tolist().__getitem__)

    def of_packed(self, index):
        shard, place, size, label = self.packed[index].tolist()
        with open(os.path.join(self.where, f"shard-{shard:05}.tar"), "rb") as file:
            if shard not in self.opened and hasattr(os, "posix_fadvise"):
                # en: the system reads ahead what will be needed
                # zh: 让系统预读即将用到的文件
                self.opened.add(shard)
                os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_WILLNEED)
            file.seek(place)
            return PIL.Image.open(io.BytesIO(file.read(size))).convert("RGB"), label

    def __getitem__(self, index):
        if self.packed is not None:
            image, label = self.of_packed(index)
        elif self.folder:
            path, label = self.folder.samples[index]
            image = self.folder.loader(path)
        else:
            return torch.randn(3, *IMAGE_SIZE), index % NUM_CLASSES
        return self.transform(image), label
