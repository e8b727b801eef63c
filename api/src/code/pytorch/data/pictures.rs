//! Pictures with a class, a map of classes, or objects.

use engine::architecture::Architecture;

use crate::code::run::Run;
use crate::code::script::Script;

/// What decoding and cropping do.
const TRANSFORM: &str = r"
        self.transform = torchvision.transforms.Compose([
            torchvision.transforms.RandomResizedCrop(IMAGE_SIZE),
            torchvision.transforms.RandomHorizontalFlip(),
            torchvision.transforms.ToTensor(),
            torchvision.transforms.Normalize((0.485, 0.456, 0.406), (0.229, 0.224, 0.225)),
        ])";

pub(super) fn classes(script: &mut Script, run: Run<'_>) {
    script.raw("class Samples(Dataset):\n    def __init__(self):\n        self.folder = torchvision.datasets.ImageFolder(DATA_DIR) if DATA_DIR else None");
    script.raw(TRANSFORM);
    script
        .gap()
        .raw(&format!("    def __len__(self):\n        return len(self.folder) if self.folder else {}", run.data().samples));
    script.gap().raw(
        r"
    def __getitem__(self, index):
        if self.folder is None:
            return torch.randn(3, *IMAGE_SIZE), index % NUM_CLASSES
        path, label = self.folder.samples[index]",
    );
    script.raw("        image = self.folder.loader(path)");
    script.raw("        return self.transform(image), label");
    script.gap();
}

pub(super) fn maps(script: &mut Script, run: Run<'_>) {
    script.raw(&format!(
        r#"
class Samples(Dataset):
    def __init__(self):
        # DATA_DIR holds images/ and masks/ with files of the same order; a mask's grey value is the class.
        self.pairs = None
        if DATA_DIR:
            folders = [os.path.join(DATA_DIR, name) for name in ("images", "masks")]
            self.pairs = list(zip(*([os.path.join(folder, name) for name in sorted(os.listdir(folder))] for folder in folders)))

    def __len__(self):
        return len(self.pairs) if self.pairs else {}

    def __getitem__(self, index):
        if self.pairs is None:
            return torch.randn(3, *IMAGE_SIZE), torch.randint(NUM_CLASSES, IMAGE_SIZE)
        image, mask = (torchvision.io.read_image(path) for path in self.pairs[index])
        image = torchvision.transforms.functional.resize(image[:3], IMAGE_SIZE, antialias=True).float().div_(255)
        nearest = torchvision.transforms.InterpolationMode.NEAREST
        return image, torchvision.transforms.functional.resize(mask[:1], IMAGE_SIZE, nearest)[0].long()"#,
        run.data().samples
    ));
    script.gap();
}

pub(super) fn objects(script: &mut Script, run: Run<'_>, has_masks: bool) {
    let objects = match run.model() {
        Architecture::Detector(detector) => detector.objects_per_image,
        _ => 1,
    };
    let keys = if has_masks { r#"["boxes", "labels", "masks"]"# } else { r#"["boxes", "labels"]"# };
    let masks =
        if has_masks { "\n            target[\"masks\"] = torch.zeros(OBJECTS, *IMAGE_SIZE, dtype=torch.uint8)" } else { "" };
    script.line(
        format!("OBJECTS = {objects}"),
        ("of a crowded picture; losses and matching grow with it", "拥挤图片中的物体数；损失与匹配随之增长"),
    );
    script.gap().gap().raw(&format!(
        r#"
class Samples(Dataset):
    def __init__(self):
        # DATA_DIR is laid out as COCO: train2017/ and annotations/instances_train2017.json.
        self.coco = None
        if DATA_DIR:
            coco = torchvision.datasets.CocoDetection(
                os.path.join(DATA_DIR, "train2017"), os.path.join(DATA_DIR, "annotations", "instances_train2017.json")
            )
            self.coco = torchvision.datasets.wrap_dataset_for_transforms_v2(coco, target_keys={keys})

    def __len__(self):
        return len(self.coco) if self.coco else {}

    def __getitem__(self, index):
        if self.coco is None:
            corner = torch.rand(OBJECTS, 2) * 0.5
            boxes = torch.cat([corner, corner + 0.1 + torch.rand(OBJECTS, 2) * 0.4], dim=1)
            target = {{"boxes": boxes * torch.tensor(IMAGE_SIZE[::-1] * 2), "labels": torch.ones(OBJECTS, dtype=torch.long)}}{masks}
            return torch.rand(3, *IMAGE_SIZE), target
        image, target = self.coco[index]
        return torchvision.transforms.functional.to_tensor(image), target


def collate(samples):
    return tuple(zip(*samples))"#,
        run.data().samples
    ));
    script.gap();
}
