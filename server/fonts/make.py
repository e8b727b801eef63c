"""Makes the fonts of link previews: subsets of Noto Sans CJK SC with the letters that previews use.

    python make.py FOLDER     a folder with NotoSansCJK-Regular.ttc and NotoSansCJK-Bold.ttc
"""

import pathlib
import re
import sys

from fontTools import subset
from fontTools.ttLib import TTCollection

HERE = pathlib.Path(__file__).parent
FAMILY = "Noto Sans CJK SC"
RUN = ("runs", "tight", "overloaded", "slow", "spills", "moves", "short", "parameters", "kv_pool", "kv_cache", "activations",
       "cuda_graphs", "framework", "at_a_time", "speed", "texts", "pictures", "texts_an_hour", "pictures_an_hour")
SIGNS = "·×–µ/天小时分秒毫微"


def main(folder: str) -> None:
    words = (HERE / "../src/services/preview/words.rs").read_text(encoding="utf-8")
    # What a preview says of a model that runs are texts of its page.
    messages = (HERE / "../../app/src/messages/run.rs").read_text(encoding="utf-8")
    words += "".join(re.search(rf"\n    {name} {{[^}}]*}}", messages).group() for name in RUN)
    letters = {chr(code) for code in range(32, 127)} | set(SIGNS) | {letter for letter in words if ord(letter) > 127}
    for weight in ("Regular", "Bold"):
        fonts = TTCollection(f"{folder}/NotoSansCJK-{weight}.ttc").fonts
        font = next(font for font in fonts if font["name"].getBestFamilyName() == FAMILY)
        options = subset.Options(hinting=False, desubroutinize=True, layout_features=["kern"], name_IDs=[0, 1, 2, 3, 4, 5, 6, 13, 14, 16, 17])
        subsetter = subset.Subsetter(options)
        subsetter.populate(unicodes=[ord(letter) for letter in letters])
        subsetter.subset(font)
        font.save(HERE / f"preview-{weight.lower()}.otf")


if __name__ == "__main__":
    main(*sys.argv[1:])
