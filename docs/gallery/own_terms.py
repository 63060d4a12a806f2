# docs/gallery/own_terms.py: terms of several words, each with vectors of its own
from crosslex import Corpus, CrossDomainEmbedding, TextSettings
from crosslex.datasets import fetch_speeches

settings = TextSettings(terms=["cost of living", "good faith", "armed forces"])
speeches = fetch_speeches()
periods = Corpus.read_periods(speeches, over="year", periods=[1914], text_settings=settings)
model = CrossDomainEmbedding(dimension=100).fit(periods)

print(model.compare("cost of living", top=4))
print(model.shifts(words=["good faith", "armed forces"]))
