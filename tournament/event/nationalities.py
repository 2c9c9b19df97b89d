"""Nationalities as people write them in a form (“Française”, “German”), by the alpha-2 code of the country.

The Unicode locale data has names of countries only. The forms are those of English, French, German, Spanish, Italian
and Dutch, for countries whose players come to events in Europe, East Asia and North America.
"""

from functools import lru_cache

from tournament.language import folded

_WRITTEN = {
    "AR": "argentinian, argentine, argentin, argentinisch, argentino, argentina, argentijns",
    "AT": "austrian, autrichien, autrichienne, österreichisch, österreicher, österreicherin, austriaco, austriaca, "
    "oostenrijks",
    "AU": "australian, australien, australienne, australisch, australiano, australiana",
    "BE": "belgian, belge, belgisch, belgier, belgierin, belga",
    "BG": "bulgarian, bulgare, bulgarisch, búlgaro, búlgara, bulgaro, bulgara, bulgaars",
    "BR": "brazilian, brésilien, brésilienne, brasilianisch, brasileño, brasileña, brasiliano, brasiliana, braziliaans",
    "BY": "belarusian, biélorusse, belarussisch, bielorruso, bielorrusa, bielorusso, bielorussa, belarussisch",
    "CA": "canadian, canadien, canadienne, kanadisch, canadiense, canadese, canadees",
    "CH": "swiss, suissesse, schweizerisch, schweizer, schweizerin, suizo, suiza, svizzero, svizzera, zwitsers",
    "CN": "chinese, chinois, chinoise, chinesisch, chinesin, chino, china, cinese, chinees",
    "CZ": "czech, tchèque, tschechisch, checo, checa, ceco, ceca, tsjechisch",
    "DE": "german, allemand, allemande, deutsch, deutscher, deutsche, alemán, alemana, tedesco, tedesca, duits",
    "DK": "danish, danois, danoise, dänisch, däne, dänin, danés, danesa, danese, deens",
    "EE": "estonian, estonien, estonienne, estnisch, estonio, estonia, estone, ests",
    "ES": "spanish, espagnol, espagnole, spanisch, spanier, spanierin, español, española, spagnolo, spagnola, spaans",
    "FI": "finnish, finlandais, finlandaise, finnois, finnoise, finnisch, finlandés, finlandesa, finlandese, fins",
    "FR": "french, français, française, französisch, franzose, französin, francés, francesa, francese, frans",
    "GB": "british, english, scottish, welsh, britannique, anglais, anglaise, écossais, écossaise, gallois, galloise, "
    "britisch, englisch, brite, britin, británico, británica, inglés, inglesa, britannico, britannica, inglese, brits, "
    "engels",
    "GR": "greek, grec, grecque, griechisch, griego, griega, greco, greca, grieks",
    "HK": "hongkonger, hongkongais, hongkongaise",
    "HR": "croatian, croate, kroatisch, croata, kroatisch",
    "HU": "hungarian, hongrois, hongroise, ungarisch, húngaro, húngara, ungherese, hongaars",
    "IE": "irish, irlandais, irlandaise, irisch, irlandés, irlandesa, irlandese, iers",
    "IL": "israeli, israélien, israélienne, israelisch, israelí, israeliano, israeliana",
    "IN": "indian, indien, indienne, indisch, indio, indiano, indiana, indiaas",
    "IT": "italian, italien, italienne, italienisch, italiano, italiana, italiaans",
    "JP": "japanese, japonais, japonaise, japanisch, japonés, japonesa, giapponese, japans",
    "KR": "korean, south korean, coréen, coréenne, koreanisch, coreano, coreana, koreaans",
    "LT": "lithuanian, lituanien, lituanienne, litauisch, lituano, lituana, litouws",
    "LU": "luxembourger, luxembourgish, luxembourgeois, luxembourgeoise, luxemburgisch, luxemburgués, luxemburguesa, "
    "lussemburghese, luxemburgs",
    "LV": "latvian, letton, lettonne, lettisch, letón, letona, lettone, lets",
    "MX": "mexican, mexicain, mexicaine, mexikanisch, mexicano, mexicana, messicano, messicana, mexicaans",
    "MY": "malaysian, malaisien, malaisienne, malaysisch, malasio, malasia, malese, maleisisch",
    "NL": "dutch, néerlandais, néerlandaise, hollandais, hollandaise, niederländisch, niederländer, niederländerin, "
    "holländisch, neerlandés, neerlandesa, holandés, holandesa, olandese, nederlands, nederlandse, hollands",
    "NO": "norwegian, norvégien, norvégienne, norwegisch, noruego, noruega, norvegese, noors",
    "NZ": "new zealander, néo zélandais, néo zélandaise, neuseeländisch, neozelandés, neozelandesa, neozelandese",
    "PH": "filipino, filipina, philippin, philippine, philippinisch, filippino, filippina, filipijns",
    "PL": "polish, polonais, polonaise, polnisch, pole, polin, polaco, polaca, polacco, polacca, pools",
    "PT": "portuguese, portugais, portugaise, portugiesisch, portugués, portuguesa, portoghese, portugees",
    "RO": "romanian, roumain, roumaine, rumänisch, rumano, rumana, rumeno, rumena, roemeens",
    "RS": "serbian, serbe, serbisch, serbio, serbia, serbo, serba, servisch",
    "RU": "russian, russe, russisch, ruso, rusa, russo, russa",
    "SE": "swedish, suédois, suédoise, schwedisch, schwede, schwedin, sueco, sueca, svedese, zweeds",
    "SG": "singaporean, singapourien, singapourienne, singapurisch",
    "SI": "slovenian, slovène, slowenisch, esloveno, eslovena, sloveno, slovena, sloveens",
    "SK": "slovak, slovaque, slowakisch, eslovaco, eslovaca, slovacco, slovacca, slowaaks",
    "TH": "thai, thaïlandais, thaïlandaise, thailändisch, tailandés, tailandesa, thailandese, thais",
    "TR": "turkish, turc, turque, türkisch, turco, turca, turks",
    "TW": "taiwanese, taïwanais, taïwanaise, taiwanisch, taiwanés, taiwanesa, taiwanees",
    "UA": "ukrainian, ukrainien, ukrainienne, ukrainisch, ucraniano, ucraniana, ucraino, ucraina, oekraïens",
    "US": "american, américain, américaine, us american, amerikanisch, us amerikanisch, amerikaner, amerikanerin, "
    "estadounidense, americano, americana, statunitense, amerikaans",
    "VN": "vietnamese, vietnamien, vietnamienne, vietnamesisch, vietnamita, vietnamees",
    "ZA": "south african, sud africain, sud africaine, südafrikanisch, sudafricano, sudafricana, zuid afrikaans",
}


@lru_cache
def nationalities() -> dict[str, str]:
    """Return the codes of countries by nationality, folded."""
    return {folded(each): code for code, written in _WRITTEN.items() for each in written.split(", ")}
