"""Words that say little on their own; negations and intensifiers say much and are not here."""

_LIST = """
    a an the this that these those same other another each every either both own
    i me my mine myself we us our ours ourselves you your yours yourself yourselves
    he him his himself she her hers herself it its itself
    they them their theirs themselves themself
    one ones someone somebody something anyone anybody anything everyone everybody everything
    who whom whose which what whatever whoever whichever
    be am is are was were been being do does did doing done have has had having
    will would shall should can could may might must ought
    get got let s t d m ll re ve
    and or but if then else because as while although though whereas unless until since
    when where why how whether than
    of at by for with about against between into through during before after above below
    to from up down in out on off over under upon onto within along across behind beside
    besides around among toward towards via per
    again further once here there now also yet still already thus hence
    however therefore moreover otherwise anyway meanwhile
    some any several
"""

ENGLISH = frozenset(_LIST.split())
