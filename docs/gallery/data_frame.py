# docs/gallery/data_frame.py: from a data frame to a data frame
import pandas as pd

from crosslex import Corpus, CrossDomainEmbedding
from crosslex.datasets import fetch_film_reviews

frame = pd.read_json(fetch_film_reviews() / "viewers.jsonl", lines=True)
frame["opinion"] = frame["label"].map({0: "blame", 1: "praise"})

corpora = Corpus.from_frame(frame, text="text", domain="opinion")
model = CrossDomainEmbedding(dimension=100).fit(corpora)

words = model.distinctive_words().to_frame()
print(words.sort_values("praise").tail(5).round(1))
changes = model.shifts(top=5, names=False).to_frame()
print(changes[["word", "count_first", "count_second", "change", "q"]].round(2))
