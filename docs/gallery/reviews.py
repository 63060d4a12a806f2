# docs/gallery/reviews.py: how critics and viewers write about films
from crosslex import Corpus, CrossDomainEmbedding
from crosslex.datasets import fetch_film_reviews

folder = fetch_film_reviews()
critics = Corpus.read(folder / "critics.jsonl", name="critics")
viewers = Corpus.read(folder / "viewers.jsonl", name="viewers")
model = CrossDomainEmbedding(dimension=100).fit([critics, viewers])

print(model.distinctive_words())
print(model.compare("play", top=4))
print(model.shifts(top=4, names=False))
