# docs/gallery/speeches.py: words of the presidents that turned, and a figure of one
from pathlib import Path

from crosslex import Corpus, CrossDomainEmbedding
from crosslex.datasets import fetch_speeches
from crosslex.figures import draw_timeline, save_figure

periods = Corpus.read_periods(fetch_speeches(), over="year", periods=[1860, 1914, 1970])
model = CrossDomainEmbedding(dimension=100, ordered=True).fit(periods)

print(model.turns(top=5, min_count=100))
health = model.timeline("health")
print(health)
save_figure(draw_timeline(health), Path("health.pdf"))
