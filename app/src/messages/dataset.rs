//! Texts of the page that reads a data set from a listing of its files.

messages! {
    title { en: "My data", zh: "我的数据" }
    description {
        en: "Paste a listing of your data set (find, du, ls, dir, aws s3 ls, tar, unzip): samples, sizes and token lengths become the fields of a plan.",
        zh: "粘贴数据集的文件列表（find、du、ls、dir、aws s3 ls、tar、unzip），样本数、大小和 token 长度将成为方案的字段。",
    }
    about {
        en: "Paste a listing of the files of your data set, or choose its folder. Rigwise counts samples and bytes, tells images, texts and sound apart and finds the part that is trained on.",
        zh: "粘贴数据集的文件列表，或选择所在文件夹。Rigwise 会统计样本数和字节数，区分图像、文本与音频，并找出用于训练的部分。",
    }
    kept { en: "The listing is read and forgotten: nothing of it is stored or logged. Up to 16 MiB.", zh: "列表读取后即丢弃：不保存，也不写入日志。上限 16 MiB。" }
    text { en: "Listing of the files", zh: "文件列表" }
    read { en: "Read it", zh: "读取" }
    folder { en: "Or choose the folder", zh: "或选择文件夹" }
    folder_about {
        en: "Your browser calls it an upload; here only names, sizes and the pixels of up to 200 images are written into the box above, and nothing is sent before you press the button.",
        zh: "浏览器会称之为上传；这里只会把文件名、大小以及至多 200 张图像的像素尺寸写入上面的文本框，按下按钮之前不会发送任何内容。",
    }
    folder_reading { en: "Listing the files…", zh: "正在列出文件…" }
    folder_listed { en: "Files listed: ", zh: "已列出文件数：" }
    folder_long {
        en: "These are more files than the page takes; `rigwise inspect` reads them where they are.",
        zh: "文件过多，页面无法接收；可在本机用 `rigwise inspect` 读取。",
    }
    commands { en: "One command that lists them", zh: "一条命令列出文件" }
    commands_about {
        en: "Run it in the folder of the data set and paste what it prints. It changes nothing. Listings of ls -lR, du -ab and Get-ChildItem -Recurse are read as well.",
        zh: "在数据集所在的文件夹中执行，再粘贴输出。不做任何改动。ls -lR、du -ab 和 Get-ChildItem -Recurse 的列表同样可以读取。",
    }
    command_for(system) { en: "Command for {system}", zh: "{system} 命令" }
    inspect {
        en: "`rigwise inspect FOLDER` walks the folder itself: it also reads the pixels of images and the rows of JSON Lines and CSV. `rigwise inspect -` reads a listing of any length from standard input.",
        zh: "`rigwise inspect 文件夹` 会自行遍历，并读取图像的像素尺寸以及 JSON Lines 和 CSV 的行；`rigwise inspect -` 从标准输入读取任意长度的列表。",
    }
    recognized { en: "Recognized", zh: "已识别" }
    empty { en: "The box is empty: paste a listing first.", zh: "文本框为空：请先粘贴列表。" }
    nothing(lines) {
        en: "No file with its size was recognized in {lines} lines. Paste the listing as it is printed; the commands below print what is read.",
        zh: "在 {lines} 行中未识别出带大小的文件。请原样粘贴列表；下面的命令会输出所需内容。",
    }
    no_samples(files) {
        en: "None of the {files} files is an image, a text or an archive: nothing follows for a plan.",
        zh: "{files} 个文件中没有图像、文本或归档文件，无法得出方案字段。",
    }
    long(size) {
        en: "The listing ({size}) was read whole and is not repeated in the box.",
        zh: "列表（{size}）已全部读取，不在文本框中重复显示。",
    }
    field { en: "Field", zh: "字段" }
    value { en: "Value", zh: "值" }
    fields { en: "Fields of the plan", zh: "方案字段" }
    sizes { en: "Sizes", zh: "大小" }
    file_median { en: "A sample's file, median", zh: "样本文件大小，中位数" }
    file_high { en: "95 of 100 are no larger than", zh: "95% 不超过" }
    file_range { en: "From the smallest to the largest", zh: "最小到最大" }
    pixels_median { en: "Image size, median", zh: "图像尺寸，中位数" }
    pixels_range { en: "Image sizes, from the smallest to the largest", zh: "图像尺寸，最小到最大" }
    pixels_differ { en: "Images of another size than the most common", zh: "与最常见尺寸不同的图像" }
    pixels_differ_value(share, common, looked) {
        en: "{share} (most common {common}; {looked} looked at)",
        zh: "{share}（最常见 {common}；查看了 {looked} 张）",
    }
    tokens(count) { en: "{count} tokens", zh: "{count} 个 token" }
    median_high(median, high) { en: "median {median}, 95 of 100 up to {high}", zh: "中位数 {median}，95% 不超过 {high}" }
    text_tokens { en: "In tokens", zh: "折合 token" }
    all_tokens { en: "Tokens of all texts", zh: "全部文本的 token 数" }
    all_tokens_value(tokens, fewest, most) { en: "{tokens} ({fewest} to {most}, by tokenizer)", zh: "{tokens}（因分词器而异：{fewest} 到 {most}）" }
    rule { en: "Bytes a token", zh: "每个 token 的字节数" }
    rule_value(bytes, low, high, script) { en: "{bytes} ({low} to {high}): {script}", zh: "{bytes}（{low} 到 {high}）：{script}" }
    sources { en: "Sources of the rule for tokens", zh: "token 折算的依据" }
    files { en: "Files by form", zh: "按格式统计的文件" }
    form { en: "Form", zh: "格式" }
    count { en: "Files", zh: "文件数" }
    bytes { en: "Size", zh: "大小" }
    taken_for { en: "Taken for", zh: "视为" }
    all_files { en: "All", zh: "合计" }
    parts { en: "Parts of the set", zh: "数据集的划分" }
    part { en: "Part", zh: "划分" }
    samples { en: "Samples", zh: "样本数" }
    taken { en: "In the plan", zh: "计入方案" }
    yes { en: "yes", zh: "是" }
    no { en: "no", zh: "否" }
    not_counted { en: "not counted", zh: "未统计" }
    notes { en: "To know", zh: "说明" }
    missing { en: "Not found", zh: "未找到" }
    counts_all(lines) { en: "{lines} lines read, all of them understood.", zh: "共读取 {lines} 行，全部识别。" }
    counts(lines, unread) { en: "{lines} lines read; {unread} of them not understood and left out.", zh: "共读取 {lines} 行，其中 {unread} 行无法识别，已略过。" }
    plan { en: "Plan with this data", zh: "用这份数据规划" }
    fill_in { en: "Fill in from my data", zh: "从我的数据填写" }
    home { en: "Or paste a listing of your data set", zh: "或者粘贴数据集的文件列表" }
    call { en: "The same by API", zh: "通过 API 获取相同结果" }
}
