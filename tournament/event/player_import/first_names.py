"""Usual first names in Europe, by which the order of the names in a list is recognised; not names of families."""

_NAMES = """
aaron abel ada adam adrian adriana adrien agathe agnes agnieszka aida aileen aimee alain alan alba albane albert
alberto alejandra alejandro aleksandra alessandra alessandro alessia alessio alex alexander alexandra alexandre alexia
alexis alfred alfredo alice alicia alina aline alison allan alma alois alvaro amalia amanda amandine amber amelia
amelie ana anais anders andre andrea andreas andree andrei andres andrew andrzej andy angela angelika angelina anita
anja ann anna annabelle anne annegret annelies annemarie annette annick annie anouk anthony antje antoine anton
antonella antonia antonio aoife ariane arnaud arne arthur arturo astrid audrey auguste aurelie aurelien aurore axel
baptiste barbara barbora bart bastian bastien beata beatrice beatrix beatriz begona ben benedikt benjamin benoit bent
berenice bernadette bernard bernd bernhard bert bertrand bianca bjarne bjorn bogdan brendan brian brigitte britta
bruno camilla camille carina carine carl carla carlo carlos carmen carole carolina caroline catalina caterina
catharina catherine cathy cecile cecilia cedric celia celine cesar chantal charlene charles charlotte chiara chloe
chris christa christel christelle christian christiane christina christine christoph christophe christopher claire
clara claudia claudine claudio claus clemence clement cleo clothilde colette colin coline concetta connor corinne
cornelia cristian cristina cyril cyrille dagmar damien dan dana daniel daniela daniele daniella danielle danuta dario
david davide deborah deirdre delphine denise diana diego dieter dietmar dimitri dirk dolores domenico dominik
dominique dorota dorothea dorothee duncan edgar edith edouard eduardo edward edwin eileen elena eleonore eliane elias
eline elisa elisabeth elise eliza elizabeth elke ella ellen elodie eloise els elsa emanuele emil emile emilia emilie
emily emma emmanuel emmanuelle enrico enrique enzo eric erica erich erik erika ernesto ernst erwan esteban estelle
esther ethan etienne eugene eugenie eva evan eve evelyn evelyne ewa fabian fabien fabienne fabio fabrice fanny fatima
federica federico felicia felicitas felipe felix ferdinand fernanda fernando fiona flavia flavie florence florent
florian floriane francesca francesco francine francisco franck francois francoise frank franz franziska fred freddy
frederic frederik frederique freya frieda friedrich gabriel gabriela gabriele gabriella gabrielle gael gaelle gaetan
gaston genevieve geoffrey georg george georges georgina gerald geraldine gerard gerd gerda gerhard germaine gertrud
ghislaine giacomo gianluca gianni gilbert gilles gina gino giorgia giorgio giovanna giovanni gisela gisele giulia
giulio giuseppe gloria gonzalo graham gregoire gregory greta grzegorz guido guillaume guillermo gunnar gunter gustav
guy gwenaelle hakan hanna hannah hanne hannelore hannes hans harald harriet harry hector heidi heike heiko heinrich
heinz helen helena helene helga helmut hendrik henk henri henriette henrik henry herbert hermann herve hilda hilde
holger horst hubert hugo hugues ian iban ignacio igor ilaria ilona ilse imke ines inga inge ingeborg ingo ingrid irena
irene irina iris irma isaac isabel isabella isabelle isidore ivan ivana ivonne jacek jack jackie jacob jacqueline
jacques jaime jakob jakub james jan jana jane janet janina janine jasmin jason javier jean jeanne jeannette jenna
jennifer jenny jens jeremie jeremy jerome jesper jessica jessie jesus jette jill jim jimmy joachim joan joanna joao
joaquin jochen joel joelle johan johann johanna johannes john jolanda jonas jonathan joost jordan jordi jorg jorge
jorgen jose josef josefine joseph josephine josiane josie joyce juan judith jules julia julian juliana julie julien
juliette julio jurgen justin justine justyna kai karel karen karim karin karina karine karl karla karsten kaspar
katarina katarzyna kate katharina katherine kathleen kathrin katia katie katja katrin keith kenneth kerstin kevin kim
kirsten klara klaus konrad krystyna krzysztof kurt laetitia lara lars laura laure laureen laurence laurent laurie lea
leah leif lena leo leon leonardo leonie leonor leopold leslie liam lidia liesbeth lieve lilian liliane lilly lina
linda line linus lionel lisa lise livia liz loic lola lorena lorenzo loris lothar lotte lou louis louise luc luca
lucas lucia luciano lucie lucien lucienne lucile lucja ludovic luigi luis luisa lukas lukasz luke lutz lydia lydie
lynn maarten madeleine mads maelle magali magdalena magdalene magnus maike maja malgorzata malin manfred manon manuel
manuela marc marcel marcelle marcello marcin marco marcos marcus mareike margaret margareta margarete margarita
margaux margit margot marguerite maria marian marianne maribel marie marieke marielle marijke marika marina mario
marion marisa marit marius marjan marjolein marjorie mark marko markus marlene marta martha martina martine mary mateo
mateusz mathias mathieu mathilde matilda matteo matthew matthias matthieu maud maude maureen maurice mauricio maurizio
mauro max maxence maxime maximilian maya mechthild megan meike melanie melina melissa mercedes michael michaela michal
michele micheline michelle mick miguel mikael mike mikkel milan milena milo mina mireille miriam mirjam monica monika
monique morgane moritz muriel myriam nadege nadia nadine naomi natacha natalia natalie nathalie nathan nele nelly
nelson niamh nicola nicolas nicole nicoletta niels nikolaus nils nina noah noel noelle noemie nora norbert norma
octave odile odon olaf ole oleg olga olive oliver olivia olivier ombeline orlando oscar oskar ottilie otto pablo
paloma pamela paola paolo pascal pascale patricia patrick patrizia patty paul paula paulette paulina pauline pavel
pedro peggy penelope per perrine peter petr petra philip philipp philippe pia piero pierre pierrette pierrick piet
pieter pietro pilar piotr priscilla quentin rachel radek rafael rafal raffaele ragnar rainer ralf ralph ramon raoul
raphael raphaelle raquel raul rebecca regina regine regis reinhard reinhold reka remi remy renata renate renaud rene
renee reto ricarda riccardo richard rita robert roberta roberto robin rocio rodolphe rodrigo roel roger roland rolf
romain roman romane romuald ron ronald rosa rosalie rosario rose roselyne rosemarie roxane ruben rudiger rudolf
rudolph rupert ruth ruud ryan sabine sabrina salome salvador salvatore sam samantha samuel sandra sandrine sandro
sanne sara sarah sascha saskia sebastian sebastiano sebastien selena selma serena serge sergio severin severine sharon
siegfried sigrid silke silvia silvio simona simone simonne sina siobhan sofia sofie solange solene soline sonia sonja
sophia sophie soren stanislas stefan stefania stefanie stefano stella stephan stephane stephanie stephen steve steven
stijn stine sunniva susan susana susann susanna susanne suzanne sven svenja svetlana sybille sylvain sylvaine sylvia
sylvie tamara tanguy tania tanja tara tatiana teodora teresa theo theodore theresa therese thibaud thibault thierry
thijs thilo thomas thorsten tiago tilman tim timo timothee tina tineke tobias tom tomas tomasz toni tony torben tore
torsten tristan udo ulla ulrich ulrik ulrike ursula ute valentin valentina valentine valeria valerie vanessa vera
veronica veronika veronique vicente vicky victoire victor victoria viktor viktoria vincent vincenzo viola violaine
violette virginie vittoria vittorio viviane vivien vladimir volker waltraud wanda wendy werner wilfried wilhelm willem
wim wolfgang wolfram wouter xavier yann yannick yasmine yolande yuri yves yvette yvonne zdenek zelie zoe zofia zoltan
zuzana
"""
FIRST_NAMES = frozenset(_NAMES.split())
"""Folded: without capitals and accents."""
