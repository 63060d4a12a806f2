"""Senses of a word: groups of its uses, with their shares in each domain."""

from crosslex.senses.find import find_senses as find_senses
from crosslex.senses.find import senses_of_sentences as senses_of_sentences
from crosslex.senses.grouping import MAX_P_SHARES as MAX_P_SHARES
from crosslex.senses.grouping import Grouping as Grouping
from crosslex.senses.grouping import group_uses as group_uses
from crosslex.senses.result import Sense as Sense
from crosslex.senses.result import Senses as Senses
