"""The paper's objective for every feature, fast: what crosslex trained before its present space."""
