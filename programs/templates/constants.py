# % if framework == "mindspore"
# en: samples a device: activations grow with it
# zh: 每设备样本数：激活值随之增长
# % else
# en: samples a GPU: activations grow with it
# zh: 每卡样本数：激活值随之增长
# % endif
MICRO_BATCH_SIZE = {{training.micro_batch_size}}
# en: above 1 a sum of gradients is kept, one more copy
# zh: 大于 1 时另存一份梯度之和
GRADIENT_ACCUMULATION_STEPS = {{training.gradient_accumulation_steps}}
# % if is_text
# en: tokens: activations grow with it
# zh: token 数：激活值随之增长
SEQUENCE_LENGTH = {{data.sequence_length}}
# % else
# en: activations grow with the area
# zh: 激活值随面积增长
IMAGE_SIZE = ({{data.image_height}}, {{data.image_width}})
# % endif
NUM_CLASSES = {{data.num_classes}}
SAMPLES = {{data.samples}}
EPOCHS = {{training.epochs}}
LEARNING_RATE = {{training.learning_rate | bare}}
DATA_DIR = os.environ.get("DATA_DIR")
MAX_STEPS = int(os.environ.get("MAX_STEPS", "0"))
