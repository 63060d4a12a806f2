# docs/gallery/chinese.py: 苹果 (apple) and 小米 (millet) in the kitchen and on the phone
from itertools import permutations
from random import Random

from crosslex import Corpus, CrossDomainEmbedding, TextSettings

dishes = [
    "把{}和{}切成小块，加一点糖，味道很甜。",
    "{}洗干净以后，跟{}一起煮半个小时。",
    "今天的汤里放了{}、{}和几颗红枣。",
]
phones = [
    "{}发布了新的手机，价格比{}便宜。",
    "很多用户觉得{}的系统比{}更快。",
    "今年{}和{}的电脑销量都增长了。",
]
foods = ["苹果", "小米", "香蕉", "南瓜", "土豆", "鸡蛋", "红豆"]
makers = ["苹果", "小米", "华为", "三星", "联想", "索尼", "谷歌"]

chinese = TextSettings(language="zh")  # needs crosslex[zh]
corpora = [
    Corpus.from_texts(
        [Random(n).choice(lines).format(*pair) for n, pair in enumerate(permutations(names, 2))],
        name=domain,
        text_settings=chinese,
    )
    for domain, lines, names in (("厨房", dishes, foods), ("手机", phones, makers))
]
model = CrossDomainEmbedding(dimension=20, min_documents=3).fit(corpora)
print(model.compare("苹果", top=4))
