"""Lists of stop words, without negations and intensifiers, which carry meaning.

English has its own list here. Other languages use that of the package `stopwordsiso` without the
words in `MEANINGFUL`, or, where it has none or a faulty one, the articles, pronouns, prepositions,
conjunctions and most frequent forms of auxiliaries in `FUNCTION_WORDS`.
"""

from typing import Final

_ENGLISH: Final = """
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

_LISTS: Final = {
    "ast": """
        el la los les lo un una unos unes de del al a en con por pa ente sobre hasta dende
        y o pero que porque si cuando como onde qué quién cuál yo tu él ella ello nós vós ellos
        elles me te se nos vos-yos -y mio mía to so nuesu nuesa esti esta esto estos estes esi esa
        eso aquel aquella ye son yera yeren foi ser tar ta tán haber hai había tien tener
    """,
    "cy": """
        y yr a ac o i yn ar at am gan gyda wrth dan dros drwy rhwng hyd er mewn oddi ond neu
        os pan fel mai bod mae maent oedd roedd yw ydy ydyw sydd fydd bydd fi ti ef hi ni chi nhw
        hwy ei eu ein eich fy dy hwn hon hyn hynny honno hwnnw yma yna pwy pa sut pryd ble wedi
        gwneud cael mynd bu fod oes
    """,
    "enm": """
        the a an and or but of to in on at by for with fro from upon thurgh til þe þat that this
        thise tho ther there here as if whan where which who whos whom what how i me my myn thou
        thee thy thyn he him his she hir hire it we us oure ye you youre they hem be is am art are
        was were been han have hath hadde had do dooth dide shal sholde wil wol wolde may myghte
        can koude moot eek also so than
    """,
    "gd": """
        an a' am na nan nam a agus is ach no air aig ann anns do de le leis ri ris bho o gu gus
        fo mu tro eadar mar ma nuair oir gun mi thu e i sinn sibh iad mo ar ur an-seo seo sin siud
        tha bha bhith bi bidh robh cò dè ciamar càit carson cuin
    """,
    "grc": """
        ὁ ἡ τό τὸ τοῦ τῆς τῷ τῇ τόν τὸν τήν τὴν οἱ αἱ τά τὰ τῶν τοῖς ταῖς τούς τοὺς τάς τὰς καί καὶ
        δέ δὲ τε γάρ γὰρ μέν μὲν ἀλλά ἀλλὰ οὖν ἤ ἢ εἰ ἐάν ἄν ἂν ὅτι ὡς ἵνα ὅτε ἐν εἰς ἐκ ἐξ ἀπό ἀπὸ
        ἐπί ἐπὶ πρός πρὸς διά διὰ κατά κατὰ μετά μετὰ παρά παρὰ περί περὶ ὑπό ὑπὸ σύν σὺν ἐγώ σύ
        ἡμεῖς ὑμεῖς αὐτός αὐτοῦ αὐτὸν αὐτῷ οὗτος αὕτη τοῦτο τις τὶς τί ὅς ἥ ὅ εἰμί ἐστί ἐστίν ἦν
        εἶναι
    """,
    "gv": """
        yn ny ta va bee y as agh ny dy da er ec ayns lesh rish voish veih fo mysh trooid eddyr mar
        my tra son er-yn-oyr mee oo eh ee shin shiu ad my dty e nyn shoh shen shid quoi cre kys
        raad cuin ren jean
    """,
    "is": """
        og en eða ef að sem þegar þar þá þó svo því af á í til frá með við um fyrir eftir undir
        yfir milli hjá úr ég þú hann hún það við þið þeir þær þau mig þig sig mér þér sér mín þín
        sín minn þinn sinn honum henni þeim hans hennar þeirra þess þessi þetta sá sú hver hvað
        hvar hvernig vera er eru var voru verið hafa hef hefur hafði verða verður mun munu skal
    """,
    "ja": """
        は が を に で と も の へ や か から まで より ば て た だ です ます れる られる せる
        させる いる ある する なる おる くる いく しまう くれる もらう いただく くださる ござる
        できる こと もの ため よう ところ とき わけ はず つもり ほう これ それ あれ どれ この その
        あの どの こんな そんな あんな どんな ここ そこ あそこ どこ こちら そちら こう そう ああ
        どう 何 誰 私 僕 俺 あなた 君 彼 彼女 我々 自分 たち 達 ら など 等 さん 様 ね よ な わ ぞ
        ぜ さ し ながら たり つつ のに ので けれど けれども しかし また そして および 及び
        あるいは または ただし さらに なお だけ しか ほど くらい ぐらい ばかり でも って という
        たい らしい みたい そうだ べし つ 事 物 為 時 者 的 御 お ご ん 居る 有る 成る 出来る いう
        うち ほか これら のみ
    """,
    "ka": """
        და ან თუ რომ რომელიც რომელი როცა როდესაც როგორც როგორ სად ვინ რა რატომ მაგრამ ხოლო რადგან
        მე შენ ის ჩვენ თქვენ ისინი მან მას მისი ჩემი შენი ჩვენი თქვენი მათი ეს ამ იმ იგი აქ იქ
        არის იყო არიან იყვნენ ყოფნა უნდა თვის შესახებ მიერ მიხედვით შორის კი
    """,
    "ko": """
        것 수 등 때 때문 바 데 점 중 뿐 채 줄 만큼 대로 적 듯 나 너 저 우리 저희 당신 너희 그 그녀
        그것 이것 저것 이 여기 거기 저기 누구 무엇 무슨 어디 언제 어느 어떤 왜 자기 자신 하다 되다
        있다 이다 같다 싶다 보다 주다 가다 오다 지다 버리다 놓다 두다 나다 내다 대하다 위하다 통하다
        따르다 의하다 관하다 이렇다 그렇다 저렇다 어떻다 이러하다 그러하다 및 또 또는 또한 그리고
        그러나 하지만 그런데 그래서 따라서 즉 혹은 만약 이런 그런 저런 모든 각 여러 몇 더 다시 이미
        바로 거 게 걸 건
    """,
    "lb": """
        de den dem der déi dat d' en e eng engem enger an oder mee awer well wann wéi wou wat wien
        datt ob als fir vun vum mat bei beim op an am zu zum zur aus iwwer ënner géint duerch no
        virun ech du hien hatt si mir dir hinnen mech dech sech him hir äis iech mäin däin säin
        eis är dësen dës dëst ass sinn war waren gëtt ginn huet hunn hat haten ginn kann soll
    """,
    "lt": """
        ir o bet ar arba tačiau kad jog kai kaip jei jeigu nors nes todėl taip pat irgi tik dar
        jau net gi juk štai į iš ant po prie per pro už su nuo iki apie tarp prieš dėl pas virš
        aš tu jis ji mes jūs jie jos manęs man mane tavęs tau tave jo jam jį jai ją mūsų mums mus
        jūsų jums jus jų jiems joms juos jas savęs save sau savo mano tavo šis ši šie šios šio
        šitas tas ta tie tos to tam tą toks tokia kuris kuri kurie kurios kurį kurio kas ko kam ką
        kuo kur čia ten pats pati patys visi visas visa viso būti yra buvo bus esu esi esame esate
        buvau galėti gali
    """,
    "mk": """
        и или а но ако дека што кој која кое кои кога каде како зошто затоа во на од за со до при
        по пред под над меѓу кон низ преку јас ти тој таа тоа ние вие тие ме те го ја нè ве ги
        ми му ѝ ни ви им се си мој твој негов нејзин наш ваш нивни овој оваа ова овие оној сум си
        е сме сте се беше беа бил била било биле има ќе би да
    """,
    "ml": """
        ഒരു ഈ ആ അത് ഇത് അവൻ അവൾ അവർ ഞാൻ നീ നിങ്ങൾ നാം ഞങ്ങൾ എന്റെ നിന്റെ അവന്റെ അവളുടെ അവരുടെ അതിന്റെ
        ഇതിന്റെ എന്ന് എന്ന എന്നാൽ പക്ഷേ അല്ലെങ്കിൽ കൂടാതെ ആണ് ആയിരുന്നു ഉണ്ട് ആയി ആകുന്നു എന്ത് ആര് എവിടെ
        എപ്പോൾ എങ്ങനെ ഏത് വേണ്ടി കൊണ്ട് മുതൽ വരെ കുറിച്ച് ശേഷം മുമ്പ് ഇവിടെ അവിടെ
    """,
    "ru": """
        и а но или да же ли бы б в во на с со к ко у о об обо от до из за под над при про для по
        через между перед около кроме после вокруг среди ради что чтобы как когда если хотя
        потому поэтому так тоже также то ведь вот ну уже еще ещё только лишь даже там тут здесь
        туда сюда где куда откуда зачем почему я ты он она оно мы вы они меня мне мной тебя тебе
        тобой его него ему нему им ним её ее неё нее ей ней нас нам нами вас вам вами их них ими
        ними себя себе собой мой моя моё мое мои твой твоя твоё твои наш наша наше наши ваш ваша
        ваше ваши свой своя своё свое свои своего своей своих своим свою этот эта это эти этого
        этой этому этим этом этих эту тот та те того той тому тем том тех ту такой такая такие
        такое который которая которое которые которого которой которых которым которую кто кого
        кому кем чего чему чем сам сама само сами весь вся всё все всего всей всем всех всю быть
        был была было были есть буду будет будут мочь может могут мог могла
    """,
    "se": """
        ja dahje muhto go jos vai dat dát dan dán daid dáid dat dii mun don son moai doai soai mii
        sii mu du su min din sin munnje dutnje sutnje gii mii guhte gos goas mo lea leat leat lei
        ledje leamaš leat leaš galgá galgat sáhttá de dieppe dáppe dás das dainna mielde birra
        ovdal maŋŋel vuolde badjel gaskkas nu
    """,
    "sq": """
        dhe e a ose por nëse se që kur ku si pse sepse në me për nga te tek mbi nën ndër ndërmjet
        deri rreth prej unë ti ai ajo ne ju ata ato më të i u na ju im yt tij saj jonë tuaj tyre
        ky kjo këta këto kush cili cila çfarë është janë ishte ishin qenë jam jemi ka kanë kishte
        kam do një së
    """,
    "uk": """
        і й та а але або чи ж же б би в у на з із зі зо до від од за під над при про для по через
        між перед після біля навколо крім серед щодо що щоб як коли якщо хоча бо тому так теж
        також то от ось ну вже ще тільки лише навіть там тут туди сюди де куди звідки чому я ти
        він вона воно ми ви вони мене мені мною тебе тобі тобою його нього йому ним її неї їй нею
        нас нам нами вас вам вами їх них їм ними себе собі собою мій моя моє мої твій твоя твоє
        твої наш наша наше наші ваш ваша ваше ваші свій своя своє свої цей ця це ці цього цієї
        цьому цим цих цю той та те ті того тієї тому тим тих ту такий така таке такі який яка яке
        які якого якої яких яку хто кого кому ким чого чим сам сама саме самі весь вся все всі
        всього всіх бути був була було були є буде будуть могти може можуть
    """,
}

_NEGATIONS_AND_JUDGMENTS: Final = {
    "ar": "لا لم لن ليس ليست غير بدون دون جدا",
    "bg": "не няма нито никога нищо никой без много добър добра добро добре",
    "ca": "no mai res cap sense ni molt bo bon bona bé mal",
    "cs": "ne není nejsou nikdy nic nikdo bez ani velmi dobrý dobře špatný",
    "cy": "nid ddim heb",
    "da": "ikke aldrig ingen intet ingenting uden meget god godt dårlig",
    "de": """nicht kein nie niemals nichts niemand ohne nein kaum sehr gut besser best schlecht
        leicht richtig wenig genug beispiel dank ende gott jahr mann mensch mittel morgen ordnung
        recht sache schluss suche tag tat teil weg zeit""",
    "el": "δεν δε μη μην όχι ποτέ τίποτα κανείς χωρίς πολύ",
    "eo": "ne neniam nenio neniu sen tre bona malbona",
    "es": """no nunca jamás nada nadie ni ningún ninguno ninguna sin muy bueno buen bien mejor malo
        mal peor""",
    "et": "ei mitte ära väga",
    "fa": "نه نیست بدون هیچ هرگز خیلی خوب بد",
    "fi": "ei en et emme ette eivät älä ilman hyvin hyvä huono erittäin paras parempi",
    "fr": """ne pas non jamais rien aucun aucune sans ni personne très trop bon bonne bien mieux
        mauvais mal pire""",
    "ga": "ní níl nach gan",
    "gl": "non nunca nada sen ningún nin moi ben mal",
    "he": "לא אין בלי אל מאוד טוב רע",
    "hi": "नहीं न ना मत बिना बहुत",
    "hr": "ne nije nisu nikad nikada ništa nitko bez ni vrlo dobro",
    "hu": "nem ne sem soha semmi senki nincs nélkül nagyon jó rossz",
    "hy": "չէ ոչ չի չեմ չես չենք չեք չեն չկա",
    "id": "tidak bukan jangan belum tanpa tak sangat baik buruk",
    "it": """non no mai niente nulla nessuno nessuna né senza molto troppo buono bene meglio male
        peggio""",
    "la": "non ne nec neque nihil numquam sine",
    "lt": "ne nei niekada niekas nėra be labai gerai blogai",
    "lv": "ne nav nekad nekas bez ļoti",
    "ms": "tidak bukan jangan belum tanpa tak sangat baik",
    "nl": "niet geen nooit niets niemand zonder zeer heel erg goed beter best slecht",
    "no": "ikke ikkje aldri ingen ingenting uten utan meget god godt bra dårlig",
    "pl": "nie nigdy nic nikt bez ani bardzo dobry dobrze lepiej źle",
    "pt": """não nunca jamais nada ninguém nem nenhum nenhuma sem muito bom boa bem melhor mau má
        mal pior""",
    "ro": "nu nici niciodată nimic nimeni fără foarte bun bine rău",
    "ru": "не нет ни никогда ничего никто без очень хорошо лучше хуже плохо",
    "sk": "nie nikdy nič nikto bez ani veľmi dobrý dobre",
    "sl": "ne ni nikoli nič nihče brez niti zelo dober dobro slabo",
    "sv": """inte ej icke aldrig ingen inget inga ingenting utan mycket bra bättre bäst dålig god
        gott""",
    "sw": "si hakuna sana bila",
    "th": "ไม่ ไม่ได้ มิ ไร้ มาก ดี",
    "tl": "hindi wala walang huwag",
    "tr": "değil yok hiç asla hayır çok iyi kötü",
    "uk": "не ні ніколи нічого ніхто без дуже",
    "zh": "不 没 没有 不是 不会 不能 不可 不得 不要 无 非 别 很 好 大 小 最 太 更",
}

ENGLISH: Final = frozenset(_ENGLISH.split())

FUNCTION_WORDS: Final = {code: frozenset(words.split()) for code, words in _LISTS.items()}
"""Stop words of languages that no package has a list for, or one that lacks or adds too much."""

MEANINGFUL: Final = {
    code: frozenset(words.split()) for code, words in _NEGATIONS_AND_JUDGMENTS.items()
}
"""Negations, intensifiers, judgments and nouns among the stop words of other lists: they say
much."""
