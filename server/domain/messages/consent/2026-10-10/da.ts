export const da = `# Hvad du accepterer
Ved at sætte kryds i feltet accepterer du at modtage dette dokument elektronisk og at underskrive det elektronisk, og at din elektroniske underskrift har samme virkning som en underskrift, du skriver i hånden på papir, så vidt loven tillader det.

# Kun dette dokument
Din accept gælder dette dokument og beskederne om det. Den gælder ikke andet, som afsenderen måtte sende dig.

# Du må afvise
Du behøver ikke at underskrive elektronisk. Vælg »Afvis« på underskriftssiden, eller luk siden, så bliver intet underskrevet. Hvis du hellere vil underskrive på papir eller ønsker en papirkopi, så spørg afsenderen. Navnet står øverst på underskriftssiden og i den besked, der førte dig hertil. Afsenderen oplyser, om en papirkopi koster noget.

# Du må ombestemme dig
Indtil du trykker på den sidste knap, kan du trække denne accept tilbage ved at lukke siden eller vælge »Afvis«. Derefter skal du henvende dig til afsenderen. En tilbagetrækning ophæver ikke det, du allerede har underskrevet.

# Dine kontaktoplysninger
Hvis din e-mailadresse eller en anden oplysning ændrer sig eller er forkert, så sig det til afsenderen. Underskriftstjenesten kan ikke ændre den.

# Hvad du har brug for
Du har brug for en enhed med en aktuel webbrowser, hvor JavaScript er slået til, en e-mailadresse og en måde at gemme eller udskrive PDF-filer på. Hvis du kan læse denne side og dokumentet, er din enhed egnet.

# Dit eksemplar
Når alle har underskrevet, kan du downloade det færdige dokument fra dit underskriftslink. Medmindre afsenderen leverer det på anden vis, får du det også pr. e-mail. Gem det: Afsenderen kan senere få dokumentet slettet fra denne tjeneste.

# Hvad der registreres
Med din underskrift registrerer tjenesten dit navn og din e-mailadresse, hvornår du åbnede og underskrev dokumentet, din netværksadresse og browser, udgaven af denne tekst og et fingeraftryk (SHA-256) af dokumentet. En underskrift via linket i en e-mail er en simpel elektronisk signatur. Når en kode sendt til din telefon også er kontrolleret, er det en avanceret elektronisk signatur. Det færdige dokument forsegles, så enhver senere ændring kan opdages.`
