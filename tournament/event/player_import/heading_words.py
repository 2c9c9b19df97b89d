"""The words by which the headings of a list are known: English, French, German, Spanish, Italian, Dutch and others.

Everything is compared folded: without capitals, accents, punctuation and spaces.
"""

from tournament.language import folded


def word_set(words: str) -> frozenset[str]:
    """Return ``words``, separated by spaces, as a set."""
    return frozenset(words.split())


FULL_NAME = "name"
"""The field of a column that contains first and last name together."""
STATUS = "status"
"""The field of a column that says whether an order counts: paid, cancelled, waiting."""
TICKET = "ticket"
"""The field of a column that says what was ordered: a place in the event, a meal, a companion."""

FIRST_NAME_FIRST = "first name first"
"""The meaning of a heading for full names that begin with the first name."""
LAST_NAME_FIRST = "last name first"
"""The meaning of a heading for full names that begin with the last name."""
ONE_NAME = "one name"
"""The meaning of “Name” alone: it may be the first, last or full name, depending on the other columns."""
AMOUNT = "amount"
"""The meaning of a heading for a price or a payment."""

HEADINGS = {
    "first_name": "first name, player's first name, first, given name, given names, forename, forenames, "
    "christian name, prénom, prénoms, vorname, vornamen, rufname, nombre de pila, nome di battesimo, voornaam, "
    "voornamen, roepnaam, imię, keresztnév, utónév, fornavn, förnamn, etunimi, имя, 名, 名字",
    "last_name": "last name, player's last name, last, surname, family name, family, nom de famille, nom famille, "
    "nom d'usage, nachname, familienname, zuname, achternaam, familienaam, apellido, apellidos, primer apellido, "
    "cognome, sobrenome, apelido, nazwisko, vezetéknév, családnév, etternavn, efternavn, efternamn, sukunimi, "
    "příjmení, priezvisko, фамилия, 姓, 姓氏",
    "country": "country, country code, country of residence, nation, nationality, nationalities, nat, pays, "
    "pays de résidence, nationalité, code pays, land, ländercode, herkunftsland, nationalität, staat, "
    "staatsangehörigkeit, staatsbürgerschaft, paese, paese di residenza, país, país de residencia, nacionalidad, "
    "nazionalità, nazione, cittadinanza, landcode, nationaliteit, kraj, ország, maa, страна, "
    "国家, 国家或地区, 国家 地区, 国籍, 国别",
    "ema_number": "ema number, ema, ema n, n ema, ema no, no ema, ema nr, nr ema, ema num, num ema, ema numéro, "
    "numéro ema, numéro d'ema, ema nummer, ema id, id ema, ema code, code ema, ema licence, ema license, "
    "licence ema, n licence ema, n de licence ema, numéro de licence ema, ema player number, ema player id, "
    "ema member number, ema membership number, ema mitgliedsnummer, ema registration number, número ema, "
    "número de ema, numero ema, tessera ema, codice ema, ema lidnummer, numer ema, ema szám, association id, "
    "ema 编号, ema 号码",
    "club": "club, club name, nom du club, association, association club, club d'appartenance, club association, "
    "verein, vereinsname, verband, asociación, associazione, circolo, vereniging, clubnaam, klub, klubb, клуб, "
    "俱乐部, 协会",
    "team": "team, team name, team number, équipe, nom d'équipe, nom de l'équipe, numéro d'équipe, n équipe, "
    "mannschaft, mannschaftsname, teamname, squadra, nome squadra, equipo, nombre del equipo, equipa, teamnaam, "
    "drużyna, csapat, ploeg, lag, hold, joukkue, команда, 队, 队伍, 队名, 团队",
    FULL_NAME: "full name, player, player full name, nom complet, joueur, joueuse, joueur euse, spieler, spielerin, "
    "vollständiger name, participant, participante, attendee, teilnehmer, teilnehmerin, nombre completo, "
    "nome completo, volledige naam, jugador, jugadora, giocatore, giocatrice, partecipante, deelnemer, speler, "
    "speelster",
    FIRST_NAME_FIRST: "first name last name, first and last name, first and last names, given name family name, "
    "name surname, name and surname, prénom nom, prénom et nom, prénoms et noms, vorname nachname, "
    "vorname und nachname, vorname name, vorname und name, vor und nachname, nombre y apellidos, nombre y apellido, "
    "nome e cognome, nome cognome, voor en achternaam, voornaam achternaam, voornaam en achternaam",
    LAST_NAME_FIRST: "nom prénom, nom et prénom, noms et prénoms, nom prénoms, last name first name, surname name, "
    "surname first name, surname and name, nachname vorname, name vorname, name und vorname, name first name, "
    "apellidos y nombre, apellido nombre, cognome nome, cognome e nome, achternaam voornaam, 姓名",
    ONE_NAME: "name, names, player name, name of player, nom, noms, nom du joueur, spielername, nombre, nome, naam, "
    "navn, namn, név, nimi, jméno, meno",
    "nickname": "nickname, nick name, nick, alias, handle, pseudonym, screen name, username, public name, surnom, "
    "pseudo, pseudonyme, nom public, spitzname, künstlername, apodo, mote, sobrenombre, soprannome, nomignolo, "
    "pseudonimo, bijnaam, schuilnaam, pseudonim, ksywka, becenév, smeknamn, kaldenavn, kallenavn, lempinimi, "
    "přezdívka, prezývka, alcunha, прозвище, ник, никнейм, 昵称, 绰号, 外号",
    "latin_first_name": "latin first name, first name in latin letters, romanised first name, romanized first name, "
    "first name romanised, first name romanized, transliterated first name, passport first name, english first name, "
    "prénom en lettres latines, prénom latin, prénom romanisé, vorname in lateinischen buchstaben, vorname lateinisch, "
    "拼音名, 名拼音, 英文名",
    "latin_last_name": "latin last name, last name in latin letters, romanised last name, romanized last name, "
    "last name romanised, last name romanized, transliterated last name, passport last name, english last name, "
    "latin surname, nom en lettres latines, nom latin, nom romanisé, nachname in lateinischen buchstaben, "
    "nachname lateinisch, 拼音姓, 姓拼音, 英文姓",
    STATUS: "status, state, order status, payment status, ticket status, attendee status, registration status, "
    "approval status, booking status, statut, statut commande, statut billet, statut paiement, statut inscription, "
    "état, état commande, état inscription, état paiement, situation, bestellstatus, zahlungsstatus, bezahlstatus, "
    "anmeldestatus, ticketstatus, zustand, estado, estado pedido, estado pago, estado inscripción, stato, "
    "stato ordine, stato pagamento, stato iscrizione, toestand, bestelstatus, betaalstatus, betalingsstatus, "
    "inschrijvingsstatus, 状态",
    TICKET: "ticket, tickets, ticket type, ticket name, ticket category, type of ticket, product, product name, item, "
    "item name, rate, rate name, formula, tarif, nom tarif, type tarif, billet, type billet, "
    "nom billet, catégorie, formule, prestation, type inscription, produit, category, registration type, artikel, "
    "produkt, produktname, ticketart, tickettyp, ticketkategorie, kategorie, preiskategorie, entrada, "
    "tipo entrada, tarifa, producto, categoría, tipo inscripción, biglietto, tipo biglietto, tariffa, prodotto, "
    "categoria, tipo iscrizione, kaartje, tickettype, tariefnaam, tarief, categorie, 票种",
    AMOUNT: "amount, price, total, total price, total paid, order total, paid amount, amount paid, fee, entry fee, "
    "montant, montant tarif, prix, montant payé, montant total, prix payé, prix billet, betrag, preis, summe, "
    "gesamtpreis, importe, precio, total pagado, importo, prezzo, totale, bedrag, prijs, totaal",
}
"""The meanings and their words. “Name” alone depends on the other columns."""

OF_PLAYERS = word_set(
    "participant participants participante participantes attendee attendees player players joueur joueuse joueurs "
    "spieler spielerin spielers teilnehmer teilnehmerin teilnehmers teilnehmende jugador jugadora asistente "
    "asistentes giocatore giocatrice partecipante partecipanti deelnemer deelnemers speler holder titulaire inhaber "
    "beneficiaire beneficiario"
)
"""Words by which a heading belongs to the person who plays: ``Nom participant``."""
OF_OTHERS = word_set(
    "payeur payer payor acheteur acheteuse buyer purchaser purchased billing invoice customer client facturation "
    "facture rechnung rechnungsadresse rechnungsempfanger kaufer kauferin besteller bestellerin auftraggeber zahler "
    "kunde comprador compradora pagador factura facturacion cliente acquirente pagante fattura fatturazione koper "
    "betaler besteller factuur facturatie klant contact emergency urgence notfall notfallkontakt emergencia emergenza "
    "noodgeval parent parents guardian tuteur tutor tutore voogd companion accompagnant accompagnante accompagnateur "
    "begleitperson begleitung acompanante accompagnatore begeleider partner conjoint sponsor parrain"
)
"""Words by which a heading belongs to another person: ``Nom payeur``."""
FILLERS = word_set(
    "what whats is are your yours my you please enter give the of a an represent represented representing play "
    "playing do does for to in which from if any on and or with here "
    "quel quelle quels quelles est sont ton ta tes votre vos mon le la les l de du des d un une son sa merci "
    "indiquer indique indiquez ecris ecrire representes representez tu vous joues jouez dans pour et ou "
    "wie was ist lautet dein deine deinen ihr ihre ihren mein bitte der die das des dem den welches welche welcher "
    "welchem aus fur du sie vertrittst vertreten spielst eingeben "
    "cual cuales es su sus tus mi el los las del por favor tu en representas "
    "qual quale e il lo i gli tuo tua suo sua mio della dello dell di al nel rappresenti "
    "wat welk welke je jouw uw mijn het een van voor bij jij u vertegenwoordig"
)
"""Words that a question has around what it asks for."""


def heading_key(heading: str) -> str:
    """Return ``heading`` for comparison."""
    return folded(heading).replace(" ", "")


MEANINGS = {heading_key(word): meaning for meaning, words in HEADINGS.items() for word in words.split(",")}
"""By heading without capitals, accents, punctuation and spaces, so that ``first_name`` is ``First name``."""
