export const sv = `# Vad du godkänner
Genom att kryssa i rutan godkänner du att ta emot det här dokumentet elektroniskt, att skriva under det elektroniskt och att din elektroniska underskrift har samma verkan som en underskrift för hand på papper, så långt lagen tillåter.

# Bara det här dokumentet
Ditt godkännande gäller det här dokumentet och meddelandena om det. Det gäller inget annat som avsändaren kan komma att skicka till dig.

# Du får avböja
Du måste inte skriva under elektroniskt. Välj ”Avböj” på underskriftssidan, eller stäng sidan, så skrivs inget under. Om du hellre vill skriva under på papper, eller vill ha en papperskopia, vänder du dig till avsändaren. Namnet står överst på underskriftssidan och i meddelandet som ledde dig hit. Avsändaren talar om ifall en papperskopia kostar något.

# Du får ändra dig
Tills du trycker på den sista knappen kan du ta tillbaka godkännandet genom att stänga sidan eller välja ”Avböj”. Därefter vänder du dig till avsändaren. Ett återtagande upphäver inte det du redan har skrivit under.

# Dina kontaktuppgifter
Om din e-postadress eller en annan uppgift ändras eller är fel, säg det till avsändaren. Underskriftstjänsten kan inte ändra den.

# Vad du behöver
Du behöver en enhet med en aktuell webbläsare där JavaScript är påslaget, en e-postadress och ett sätt att spara eller skriva ut PDF-filer. Om du kan läsa den här sidan och dokumentet är din enhet lämplig.

# Ditt exemplar
När alla har skrivit under kan du ladda ner det färdiga dokumentet från din underskriftslänk. Om avsändaren inte levererar det på annat sätt får du det också med e-post. Spara det: avsändaren kan senare låta radera dokumentet från tjänsten.

# Vad som registreras
Med din underskrift registrerar tjänsten ditt namn och din e-postadress, när du öppnade och skrev under dokumentet, din nätverksadress och webbläsare, utgåvan av den här texten och ett fingeravtryck (SHA-256) av dokumentet. Att skriva under via länken i ett e-postmeddelande ger en enkel elektronisk underskrift. När även en kod som skickats till din telefon har kontrollerats är det en avancerad elektronisk underskrift. Det färdiga dokumentet förseglas, så att varje senare ändring kan upptäckas.`
