"""Speed, memory and quality against peers, as ratios measured in one run."""
