"""Countries as people write them."""

import pytest

from tournament.event.country import country_code, country_name, is_country_code
from tournament.event.nationalities import _WRITTEN


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("FR", "FR"), ("fr", "FR"), ("FRA", "FR"), ("France", "FR"), ("FRANCE", "FR"), ("Frankreich", "FR"),
        ("UK", "GB"), ("U.K.", "GB"), ("GBR", "GB"), ("Royaume-Uni", "GB"), ("royaume uni", "GB"), ("England", "GB"),
        ("EL", "GR"), ("Greece", "GR"), ("GER", "DE"), ("DEU", "DE"), ("Allemagne", "DE"), ("Deutschland", "DE"),
        ("SUI", "CH"), ("Schweiz", "CH"), ("Suisse", "CH"), ("NED", "NL"), ("Holland", "NL"), ("Pays-Bas", "NL"),
        ("Österreich", "AT"), ("Autriche", "AT"), ("Magyarország", "HU"), ("Polska", "PL"), ("Suomi", "FI"),
        ("España", "ES"), ("Česko", "CZ"), ("Czech Republic", "CZ"), ("Россия", "RU"), ("中国", "CN"), ("日本", "JP"),
        ("USA", "US"), ("Etats-Unis", "US"), ("DEN", "DK"), ("Danmark", "DK"), ("POR", "PT"), ("NA", "NA"),
    ],
)  # fmt: skip
def test_codes_and_names(written, code):
    assert country_code(written) == code


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("Française", "FR"), ("française ", "FR"), ("French", "FR"), ("Französin", "FR"), ("allemande", "DE"),
        ("Deutsch", "DE"), ("British", "GB"), ("Anglaise", "GB"), ("danois", "DK"), ("Italiana", "IT"),
        ("néerlandais", "NL"), ("Nederlandse", "NL"), ("suisse", "CH"), ("Suissesse", "CH"), ("chinoise", "CN"),
        ("japonais", "JP"), ("Türkisch", "TR"), ("américaine", "US"), ("Española", "ES"), ("Indien", "IN"),
    ],
)  # fmt: skip
def test_nationalities_as_forms_ask_for_them(written, code):
    assert country_code(written) == code


def test_every_nationality_is_one_country():
    written = [(each, code) for code, forms in _WRITTEN.items() for each in forms.split(", ")]
    assert [(each, code) for each, code in written if country_code(each) != code] == []
    assert all(map(is_country_code, _WRITTEN))


@pytest.mark.parametrize("written", ["", "-", "Narnia", "XX", "ZZ", "EU", "F", "Paris", "42", "🀄"])
def test_what_is_no_country(written):
    assert country_code(written) == ""


@pytest.mark.parametrize(
    ("code", "is_one"), [("FR", True), ("fr", False), ("UK", False), ("EU", False), ("001", False)]
)
def test_only_iso_codes_in_capitals_are_codes(code, is_one):
    assert is_country_code(code) is is_one


@pytest.mark.parametrize(
    ("code", "language", "name"), [("DK", "fr", "Danemark"), ("DK", "en", "Denmark"), ("Narnia", "en", "Narnia"),
                                   ("QQ", "fr", "QQ"), ("", "en", "")]
)  # fmt: skip
def test_names_for_a_reader(code, language, name):
    assert country_name(code, language) == name
