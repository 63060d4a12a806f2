# docs/gallery/spacy_pipeline.py: words as a spaCy pipeline finds them
import spacy

from crosslex import Corpus, CrossDomainEmbedding, TextSettings
from crosslex.datasets import fetch_film_reviews

nlp = spacy.blank("en")  # or one with lemmas, such as spacy.load("en_core_web_sm")
nlp.add_pipe("sentencizer")


def analyze(text: str) -> list[list[str]]:
    return [
        [token.lemma_ or token.lower_ for token in sentence if not token.is_punct]
        for sentence in nlp(text).sents
    ]


corpora = []
for name in ("critics", "viewers"):
    read = Corpus.read(fetch_film_reviews() / f"{name}.jsonl", name=name)
    texts = list(read.texts)[:1000]
    settings = TextSettings(analyzer=analyze)
    corpora.append(Corpus.from_texts(texts, name=name, text_settings=settings))

model = CrossDomainEmbedding(dimension=100).fit(corpora)
print(model.compare("funny", top=4))
