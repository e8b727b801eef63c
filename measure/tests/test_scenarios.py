"""Scenarios: what is asked of the API is what is trained."""

import json
import unittest

from measure import catalog, configurations
from measure.configuration import Configuration, Lora
from measure.errors import KitError


class Scenarios(unittest.TestCase):
    """Every configuration that ships."""

    def test_ids_are_unique(self) -> None:
        for listed in (
            configurations.for_cards(),
            configurations.small(),
            configurations.for_check(),
            configurations.small_for_check(),
        ):
            ids = [item.id for item in listed]
            self.assertEqual(sorted(set(ids)), sorted(ids))

    def test_every_family_method_and_setting_is_measured(self) -> None:
        listed = configurations.for_cards()
        families = {"cnn", "vit", "segmentation", "detection", "encoder", "decoder", "decoder-moe", "seq2seq", "diffusion"}
        self.assertEqual({item.family for item in listed}, families)
        self.assertEqual({item.method for item in listed}, {"full", "lora", "qlora", "frozen-backbone"})
        self.assertEqual({item.precision for item in listed}, {"fp32", "tf32", "fp16-amp", "bf16-amp", "bf16"})
        self.assertLessEqual({"adamw", "adamw-8bit", "adafactor", "sgd-momentum"}, {item.optimizer for item in listed})
        self.assertEqual({item.attention for item in listed}, {"eager", "sdpa"})

    def test_the_check_has_a_vision_model_a_language_model_and_adapters(self) -> None:
        for listed in (configurations.for_check(), configurations.small_for_check()):
            self.assertEqual([item.kind for item in listed], ["images", "text", "text"])
            self.assertEqual([item.method for item in listed], ["full", "full", "lora"])

    def test_a_configuration_survives_the_way_to_the_worker(self) -> None:
        for item in configurations.for_cards() + configurations.small():
            self.assertEqual(Configuration.from_json(json.loads(json.dumps(item.to_json()))), item)

    def test_a_scenario_speaks_the_contract(self) -> None:
        item = Configuration("decoder", "llama-3.2-1b", 4, "text", method="lora", lora=Lora(rank=16), sequence_length=1024)
        scenario = item.scenario("rtx-4090", "row")
        self.assertEqual(scenario["id"], "row")
        self.assertEqual(scenario["hardware"], {"gpu": "rtx-4090", "gpu_count": 1})
        self.assertEqual(scenario["model"], {"id": "llama-3.2-1b"})
        self.assertEqual(scenario["data"], {"kind": "text", "sequence_length": 1024})
        self.assertEqual(
            scenario["training"]["lora"], {"rank": 16, "targets": "attention", "dropout": 0.0, "adapter_dtype": "fp32"}
        )
        self.assertNotIn("quantization", scenario["training"])

    def test_pictures_are_squares_or_height_and_width(self) -> None:
        square = Configuration("cnn", "resnet50", 1, "images", image_size=(224, 224))
        wide = Configuration("detection", "maskrcnn_resnet50_fpn", 1, "images", image_size=(800, 1333))
        self.assertEqual(square.scenario("l4", "")["data"]["image_size"], 224)
        self.assertEqual(wide.scenario("l4", "")["data"]["image_size"], [800, 1333])
        self.assertEqual(wide.height_and_width(), (800, 1333))


class Catalog(unittest.TestCase):
    """The product's own data."""

    def test_drivers_names_lead_to_the_catalogs_cards(self) -> None:
        for name, gib, gpu in (
            ("NVIDIA GeForce RTX 4090", 23.99, "rtx-4090"),
            ("NVIDIA A100-SXM4-80GB", 80.0, "a100-sxm4-80gb"),
            ("NVIDIA A100-PCIE-40GB", 40.0, "a100-pcie-40gb"),
            ("NVIDIA H100 80GB HBM3", 79.65, "h100-sxm5-80gb"),
            ("NVIDIA H100 PCIe", 79.65, "h100-pcie-80gb"),
            ("NVIDIA H200", 140.4, "h200-sxm"),
            ("NVIDIA L4", 22.49, "l4"),
            ("Tesla T4", 15.0, "t4"),
        ):
            self.assertEqual(catalog.gpu_id(name, int(gib * 2**30)), gpu, name)

    def test_unknown_cards_have_no_id(self) -> None:
        self.assertIsNone(catalog.gpu_id("NVIDIA GeForce RTX 4090", 8 << 30))
        self.assertIsNone(catalog.gpu_id("Wondercard 9", 8 << 30))

    def test_unknown_models_are_named(self) -> None:
        with self.assertRaisesRegex(KitError, "no model `resnet51`"):
            catalog.architecture("resnet51")


if __name__ == "__main__":
    unittest.main()
