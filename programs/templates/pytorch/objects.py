# en: of a crowded picture; losses and matching grow with it
# zh: 拥挤图片中的物体数；损失与匹配随之增长
OBJECTS = {{data.objects_per_image}}


class Samples(Dataset):
    def __init__(self, folder=None, is_training=True):
        ## en: The folder is laid out as COCO: train2017/, val2017/ and annotations/instances_*.json; pycocotools reads it.
        ## zh: 目录结构同 COCO：train2017/、val2017/ 与 annotations/instances_*.json；由 pycocotools 读取。
        self.coco = None
        if folder:
            part = "train2017" if is_training else "val2017"
            coco = torchvision.datasets.CocoDetection(os.path.join(folder, part), os.path.join(folder, "annotations", f"instances_{part}.json"))
            for picture, objects in coco.coco.imgToAnns.items():
                # en: crowds and boxes without an area are no objects to learn
                # zh: 人群标注与没有面积的框不作为学习对象
                coco.coco.imgToAnns[picture] = [o for o in objects if not o.get("iscrowd") and min(o["bbox"][2:]) >= 1]
            # en: pictures without objects have no boxes
            # zh: 没有物体的图片没有框
            coco.ids = [picture for picture in coco.ids if coco.coco.imgToAnns.get(picture)]
            # % if task.has_masks
            self.coco = torchvision.datasets.wrap_dataset_for_transforms_v2(coco, target_keys=["boxes", "labels", "masks"])
            # % else
            self.coco = torchvision.datasets.wrap_dataset_for_transforms_v2(coco, target_keys=["boxes", "labels"])

    # % endif

    def __len__(self):
        return len(self.coco) if self.coco else {{data.samples}}

    def __getitem__(self, index):
        if self.coco is None:
            corner = torch.rand(OBJECTS, 2) * 0.5
            boxes = torch.cat([corner, corner + 0.1 + torch.rand(OBJECTS, 2) * 0.4], dim=1)
            target = {"boxes": boxes * torch.tensor(IMAGE_SIZE[::-1] * 2), "labels": torch.ones(OBJECTS, dtype=torch.long)}
            # % if task.has_masks
            target["masks"] = torch.zeros(OBJECTS, *IMAGE_SIZE, dtype=torch.uint8)
            # % endif
            return torch.rand(3, *IMAGE_SIZE), target
        image, target = self.coco[index]
        # en: whole numbers in some files
        # zh: 有些标注文件中是整数
        target["boxes"] = target["boxes"].float()
        return torchvision.transforms.functional.to_tensor(image), target


def collate(samples):
    return tuple(zip(*samples))
