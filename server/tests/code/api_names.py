"""Compiles every program of `rigwise code` and holds its names of TensorFlow and MindSpore against a list that was checked.

    rigwise code < SCENARIOS | python server/tests/code/api_names.py             compile, and compare with the lists
    rigwise code < SCENARIOS | python server/tests/code/api_names.py --against tensorflow [--write]
                                                              look every name up in the installed package

A name is a dotted path from an import or from a variable whose class is known, with the keywords of its calls and
the presets that it is asked for. The lists lie beside this file, each with the versions it was checked against.
"""

import ast
import importlib
import importlib.metadata
import inspect
import json
import pathlib
import sys

FRAMEWORKS = {
    "tensorflow": {
        "file": "train_tensorflow.py",
        "packages": ["tensorflow", "keras", "keras-hub"],
        "modules": ["tensorflow", "keras_hub"],
        # What a program's variables are, so that their methods are names as well.
        "variables": {
            "model": "tensorflow.keras.Model",
            "layer": "tensorflow.keras.layers.Layer",
            "samples": "tensorflow.data.Dataset",
            "strategy": "tensorflow.distribute.Strategy",
        },
    },
    "mindspore": {
        "file": "train_mindspore.py",
        "packages": ["mindspore", "mindcv"],
        "modules": ["mindspore", "mindcv"],
        "variables": {
            "net": "mindspore.nn.Cell",
            "cell": "mindspore.nn.Cell",
            "block": "mindspore.nn.Cell",
            "samples": "mindspore.dataset.GeneratorDataset",
            "scaler": "mindspore.amp.DynamicLossScaler",
        },
    },
    # MindNLP asks for an older MindSpore than the newest and cannot be imported beside it. Its module `transformers`
    # puts the library of that name in its own place, and its module `peft` imports all of PEFT, so names are looked up there.
    "mindnlp": {
        "file": "train_mindspore.py",
        "packages": ["transformers", "peft"],
        "modules": ["mindnlp"],
        "variables": {},
        "stands_for": "mindnlp.",
    },
}
# Names that are asked for by `hasattr`: a release has the one or the other.
GUARDED = {"mindspore.set_device", "mindspore.runtime.set_memory", "mindspore.runtime.max_memory_allocated"}
# Attributes that only some classes of a variable have.
OF_SOME = {
    "tensorflow.keras.Model.backbone": "keras_hub.models.CausalLM.backbone",
    "tensorflow.keras.Model.backbone.enable_lora": "keras_hub.models.Backbone.enable_lora",
    "tensorflow.keras.Model.backbone.save_lora_weights": "keras_hub.models.Backbone.save_lora_weights",
}
# Calls whose first argument names something that a package publishes.
PRESETS = {"from_preset", "create_model"}


def imports(tree):
    """Local names of the program's imports with their full paths."""
    names = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                names[alias.asname or alias.name] = alias.name
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                names[alias.asname or alias.name] = f"{node.module}.{alias.name}"
    return names


def path_of(node, roots):
    """The dotted path of an attribute or a name; none where its root is not known."""
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if isinstance(node, ast.Name) and node.id in roots:
        path = ".".join([roots[node.id], *reversed(parts)])
        return OF_SOME.get(path, path)
    return None


def uses(text, framework):
    """Every name that a program uses, as lines of the list."""
    tree = ast.parse(text)
    modules = framework["modules"]
    imported = {name: path for name, path in imports(tree).items() if path.split(".")[0] in modules}
    roots = framework["variables"] | imported
    found, called = set(imported.values()), set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and (path := path_of(node.func, roots)):
            if isinstance(node.func, ast.Name) and node.func.id in framework["variables"]:
                # A model's own arguments are its own affair.
                continue
            keywords = sorted(keyword.arg for keyword in node.keywords if keyword.arg)
            called.add(path)
            found.add(f"{path}({', '.join(keywords)})")
            first = node.args[0] if node.args else None
            if path.rsplit(".", 1)[-1] in PRESETS and isinstance(first, ast.Constant):
                if "mindnlp" not in path:
                    found.add(f"{path} {first.value}")
        elif isinstance(node, ast.Attribute) and (path := path_of(node, roots)) and path not in roots.values():
            found.add(path)
    # A path that is called, or only leads to a longer one, is on the list with what it leads to.
    longer = {line.split("(")[0].split(" ")[0] for line in found}
    return {line for line in found if "(" in line or " " in line or not (line in called or leads(line, longer))}


def leads(line, longer):
    return any(other.startswith(line + ".") for other in longer)


def resolve(path):
    """The object that a path names."""
    parts = path.split(".")
    found = importlib.import_module(parts[0])
    for place, part in enumerate(parts[1:], start=2):
        if not hasattr(found, part):
            # A module that its package does not import by itself.
            importlib.import_module(".".join(parts[:place]))
        found = getattr(found, part)
    return found


def look_up(line):
    """What is wrong with a line of the list in the installed package; none if nothing is."""
    path, _, rest = line.partition("(")
    path, _, preset = path.partition(" ")
    try:
        found = resolve(path)
    except Exception as error:
        return f"{path}: {type(error).__name__}: {error}"
    if preset:
        owner = resolve(path.rsplit(".", 1)[0])
        known = owner.presets if hasattr(owner, "presets") else owner.list_models()
        return None if preset in known else f"{path} has no {preset}"
    keywords = [keyword for keyword in rest.rstrip(")").split(", ") if keyword]
    try:
        parameters = inspect.signature(found).parameters.values()
    except (TypeError, ValueError):
        return f"{path}: its signature cannot be read" if keywords else None
    known = {parameter.name for parameter in parameters}
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters):
        if not inspect.isclass(found):
            return None
        # What a class hands on must be its base's.
        for base in found.__mro__:
            known |= names_of(base.__init__)
    unknown = [keyword for keyword in keywords if keyword not in known]
    return f"{path} has no {', '.join(unknown)}" if unknown else None


def names_of(function):
    """Names of a function's arguments, through decorators that hide them."""
    names = set(getattr(getattr(function, "__code__", None), "co_varnames", ()))
    for cell in getattr(function, "__closure__", None) or ():
        if inspect.isfunction(cell.cell_contents):
            names |= names_of(cell.cell_contents)
    return names


def list_of(name):
    return pathlib.Path(__file__).with_name(f"api_names_{name}.txt")


def compare(name, found):
    """Holds the names of programs against the committed list; both must say the same."""
    path = list_of(name)
    listed = {line for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")}
    faults = [f"{name}: {line} is used but was never checked against the package" for line in sorted(found - listed)]
    faults += [f"{name}: {line} is listed but no program uses it" for line in sorted(listed - found)]
    print(f"{name}: {len(found)} names, list of {len(listed)}")
    return faults


def check(name, found, is_to_write):
    """Looks every name up in the package itself."""
    framework = FRAMEWORKS[name]
    versions = []
    for package in framework["packages"]:
        versions.append(f"{package} {importlib.metadata.version(package)}")
    prefix = framework.get("stands_for", "")
    faults = [fault for line in sorted(found) if (fault := look_up(line.removeprefix(prefix)))]
    print(f"{name}: {len(found)} names looked up in {', '.join(versions)}")
    if is_to_write and not faults:
        head = f"# Names that programs use, looked up by `api_names.py --against {name}` in: {', '.join(versions)}.\n"
        list_of(name).write_text(head + "\n".join(sorted(found)) + "\n", encoding="utf-8")
    return faults


def main():
    arguments = sys.argv[1:]
    chosen = arguments[arguments.index("--against") + 1] if "--against" in arguments else None
    found = {name: set() for name in FRAMEWORKS}
    programs, faults = 0, []
    for line in sys.stdin:
        answer = json.loads(line)
        if "snippets" not in answer:
            faults.append(f"{answer.get('id')}: no programs but {json.dumps(answer)[:200]}")
            continue
        for snippet in answer["snippets"]:
            if snippet["language"] != "python":
                continue
            programs += 1
            try:
                # The same as byte-compiling the file, without leaving one.
                compile(snippet["code"], f"{answer['id']}/{snippet['filename']}", "exec", dont_inherit=True)
            except SyntaxError as error:
                faults.append(f"{answer['id']} {snippet['filename']}: {error}")
                continue
            for name, framework in FRAMEWORKS.items():
                if snippet["filename"] == framework["file"]:
                    found[name] |= uses(snippet["code"], framework)
    print(f"{programs} Python programs compiled")
    for name, names in found.items():
        if chosen is None:
            faults += compare(name, names)
        elif chosen == name:
            faults += check(name, names, "--write" in arguments)
    print("\n".join(faults))
    sys.exit(1 if faults or not programs else 0)


if __name__ == "__main__":
    main()
