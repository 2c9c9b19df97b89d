"""Countries as people write them, and their ISO 3166 alpha-2 codes."""

from enum import StrEnum
from functools import lru_cache
from typing import assert_never

from tournament.language import folded

_FIRST_LANGUAGES = ("en", "fr", "de")
_OTHER_LANGUAGES = (
    "bg", "ca", "cs", "cy", "da", "el", "es", "et", "eu", "fi", "ga", "hr", "hu", "is", "it", "ja", "ko", "lt",
    "lv", "nl", "no", "pl", "pt", "ro", "ru", "sk", "sl", "sr", "sv", "tr", "uk", "zh",
)  # fmt: skip
_NOT_COUNTRIES = frozenset(("AC", "CP", "CQ", "DG", "EA", "EU", "EZ", "IC", "QO", "TA", "UN", "XA", "XB", "ZZ"))
_IOC = {
    "AE": "UAE", "AG": "ANT", "AO": "ANG", "AS": "ASA", "AW": "ARU", "BB": "BAR", "BD": "BAN", "BF": "BUR", "BG": "BUL",
    "BH": "BRN", "BM": "BER", "BN": "BRU", "BS": "BAH", "BT": "BHU", "BW": "BOT", "BZ": "BIZ", "CG": "CGO", "CH": "SUI",
    "CL": "CHI", "CR": "CRC", "DE": "GER", "DK": "DEN", "DZ": "ALG", "FJ": "FIJ", "GD": "GRN", "GM": "GAM", "GN": "GUI",
    "GQ": "GEQ", "GR": "GRE", "GT": "GUA", "GW": "GBS", "HN": "HON", "HR": "CRO", "HT": "HAI", "ID": "INA", "IR": "IRI",
    "KH": "CAM", "KN": "SKN", "KW": "KUW", "KY": "CAY", "LB": "LBN", "LK": "SRI", "LS": "LES", "LV": "LAT", "LY": "LBA",
    "MC": "MON", "MG": "MAD", "MM": "MYA", "MN": "MGL", "MR": "MTN", "MU": "MRI", "MW": "MAW", "MY": "MAS", "NE": "NIG",
    "NG": "NGR", "NI": "NCA", "NL": "NED", "NP": "NEP", "OM": "OMA", "PH": "PHI", "PR": "PUR", "PS": "PLE", "PT": "POR",
    "PY": "PAR", "SA": "KSA", "SB": "SOL", "SC": "SEY", "SD": "SUD", "SI": "SLO", "SV": "ESA", "TD": "CHA", "TG": "TOG",
    "TO": "TGA", "TW": "TPE", "TZ": "TAN", "UY": "URU", "VC": "VIN", "VG": "IVB", "VI": "ISV", "VN": "VIE", "VU": "VAN",
    "WS": "SAM", "XK": "KOS", "ZA": "RSA", "ZM": "ZAM", "ZW": "ZIM",
}  # fmt: skip
"""The codes of sports federations by alpha-2 code, if they are not the alpha-3 codes."""
_FORMER = frozenset(("BUR", "DDR", "FXX", "TMP", "YMD", "ZAR"))
"""Alpha-3 codes of countries that have another one now."""
_USUAL = {code: alpha2 for alpha2, code in _IOC.items() if code != "BRN"} | {
    "EL": "GR", "ENG": "GB", "HOL": "NL", "SCO": "GB", "UK": "GB", "WAL": "GB",
}  # fmt: skip
"""Codes in use besides those of ISO: of sports federations, and UK and EL of the European Union.

BRN is not among them, because it is Brunei by ISO and Bahrain by the federations.
"""
_NAMES = {
    "GB": ("Great Britain", "Grande-Bretagne", "Großbritannien", "England", "Angleterre", "Scotland", "Écosse",
           "Schottland", "Wales", "Pays de Galles", "Northern Ireland", "Irlande du Nord", "Nordirland"),
    "NL": ("Holland", "Hollande", "The Netherlands"),
    "CZ": ("Czech Republic", "République tchèque", "Tschechische Republik", "Česká republika"),
    "SK": ("Slovak Republic", "République slovaque", "Slowakische Republik"),
    "RU": ("Russian Federation", "Fédération de Russie", "Russische Föderation"),
    "CN": ("PR China", "People's Republic of China", "République populaire de Chine", "Volksrepublik China"),
    "US": ("U.S.A.", "United States of America", "États-Unis d’Amérique", "Vereinigte Staaten von Amerika"),
    "HK": ("Hong Kong", "Hongkong"),
    "MO": ("Macau", "Macao"),
    "TR": ("Turkey", "Turquie", "Türkei"),
    "KR": ("Korea", "Corée", "Republic of Korea"),
    "MK": ("Macedonia", "Macédoine"),
}  # fmt: skip
"""Names in use that the Unicode locale data lacks."""


class CountryCodes(StrEnum):
    """How countries are written; the value is its name in files and on the command line."""

    ALPHA2 = "alpha-2"
    ALPHA3 = "alpha-3"
    IOC = "ioc"
    """The codes of sports federations."""


def country_text(written: str, codes: CountryCodes) -> str:
    """Return the code of the country ``written`` as a code or a name; empty if it is not a country."""
    code = country_code(written)
    match codes:
        case CountryCodes.ALPHA2:
            return code
        case CountryCodes.ALPHA3:
            return alpha3(code)
        case CountryCodes.IOC:
            return ioc_code(code)
        case _:
            assert_never(codes)


def is_country_code(text: str) -> bool:
    """Whether ``text`` is an ISO 3166 alpha-2 code in capitals."""
    return text in _codes()


@lru_cache(maxsize=4096)
def country_code(written: str) -> str:
    """Return the alpha-2 code of a country written as a code or a name; empty if it is not known.

    Case and accents do not matter. It knows alpha-2 and alpha-3 codes, those of sports federations, UK and EL, the
    names of countries in English, French and German, then in the other languages of Europe and of East Asia, and
    nationalities, such as “Française”.
    """
    capitals = written.strip().upper().replace(".", "")
    if capitals in _USUAL:
        return _USUAL[capitals]
    if is_country_code(capitals):
        return capitals
    if len(capitals) == 3 and capitals in _alpha3():
        return _alpha3()[capitals]
    name = folded(written)
    if not name:
        return ""
    return _names(_FIRST_LANGUAGES).get(name) or _names(_OTHER_LANGUAGES).get(name) or _of_nationality(name)


def _of_nationality(name: str) -> str:
    from tournament.event.nationalities import nationalities

    return nationalities().get(name, "")


def alpha3(code: str) -> str:
    """Return the alpha-3 code of a country by its alpha-2 code; empty if there is none."""
    return _alpha3_of().get(code, "")


def ioc_code(code: str) -> str:
    """Return the code of sports federations by the alpha-2 code: ``NED``, ``SUI``, ``FRA``; empty if there is none."""
    return _IOC.get(code) or alpha3(code)


@lru_cache(maxsize=1024)
def country_name(code: str, language: str) -> str:
    """Return the name of a country in ``language`` (``en``, ``fr``); ``code`` itself if it is not known."""
    if len(code) != 2:
        return code
    from babel import Locale

    return str(Locale.parse(language).territories.get(code, code))


@lru_cache
def _codes() -> frozenset[str]:
    from babel import Locale

    codes = (str(code) for code in Locale("en").territories)
    return frozenset(code for code in codes if len(code) == 2 and code.isalpha()) - _NOT_COUNTRIES


@lru_cache
def _alpha3() -> dict[str, str]:
    from babel.core import get_global

    aliases = get_global("territory_aliases")
    return {
        code: codes[0]
        for code, codes in aliases.items()
        if len(code) == 3 and code.isalpha() and len(codes) == 1 and is_country_code(codes[0])
    }


@lru_cache
def _alpha3_of() -> dict[str, str]:
    """Return the alpha-3 codes by alpha-2 code."""
    return {alpha2: code for code, alpha2 in _alpha3().items() if code not in _FORMER}


@lru_cache
def _names(languages: tuple[str, ...]) -> dict[str, str]:
    from babel import Locale

    names: dict[str, str] = {}
    for code, usual in _NAMES.items():
        names.update((folded(name), code) for name in usual)
    for language in languages:
        for code, name in Locale.parse(language).territories.items():
            if is_country_code(code):
                names.setdefault(folded(name), code)
    return names
