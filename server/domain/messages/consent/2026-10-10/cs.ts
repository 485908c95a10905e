export const cs = `# S čím souhlasíte
Zaškrtnutím pole souhlasíte s tím, že tento dokument obdržíte elektronicky a elektronicky ho podepíšete a že váš elektronický podpis má stejné účinky jako podpis vlastní rukou na papíře, pokud to právo připouští.

# Jen tento dokument
Váš souhlas se týká tohoto dokumentu a zpráv o něm. Netýká se ničeho jiného, co vám odesílatel může poslat.

# Můžete odmítnout
Nemusíte podepisovat elektronicky. Zvolte na stránce pro podpis „Odmítnout“, nebo stránku zavřete, a nic se nepodepíše. Pokud chcete raději podepsat na papíře nebo chcete papírovou kopii, obraťte se na odesílatele, jehož jméno je nahoře na stránce pro podpis a ve zprávě, která vás sem přivedla. Odesílatel vám sdělí, zda se za papírovou kopii něco platí.

# Můžete si to rozmyslet
Dokud nestisknete poslední tlačítko, můžete tento souhlas vzít zpět tím, že stránku zavřete nebo zvolíte „Odmítnout“. Poté se obraťte na odesílatele. Odvolání souhlasu neruší to, co jste už podepsali.

# Vaše kontaktní údaje
Pokud se vaše e-mailová adresa nebo jiný údaj změní nebo je chybný, řekněte to odesílateli. Podpisová služba ho změnit nemůže.

# Co potřebujete
Potřebujete zařízení s aktuálním webovým prohlížečem se zapnutým JavaScriptem, e-mailovou adresu a možnost uchovat nebo vytisknout soubory PDF. Pokud můžete číst tuto stránku a dokument, je vaše zařízení vhodné.

# Vaše vyhotovení
Až všichni podepíšou, můžete si hotový dokument stáhnout přes svůj odkaz k podpisu, a pokud ho odesílatel nepředá jinak, dostanete ho e-mailem. Uschovejte si ho: odesílatel může dokument později nechat z této služby smazat.

# Co se zaznamenává
S vaším podpisem služba zaznamená vaše jméno a e-mailovou adresu, kdy jste dokument otevřeli a podepsali, vaši síťovou adresu a prohlížeč, verzi tohoto textu a otisk (SHA-256) dokumentu. Podpis přes odkaz v e-mailu je prostý elektronický podpis. Pokud byl ověřen i kód zaslaný na váš telefon, jde o zaručený elektronický podpis. Hotový dokument se opatří elektronickou pečetí, takže lze odhalit každou pozdější změnu.`
