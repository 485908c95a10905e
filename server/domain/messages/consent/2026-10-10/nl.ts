export const nl = `# Waarmee u akkoord gaat
Door het vakje aan te vinken gaat u ermee akkoord dat u dit document elektronisch ontvangt en elektronisch ondertekent, en dat uw elektronische handtekening dezelfde werking heeft als een handtekening die u met de hand op papier zet, voor zover de wet dat toelaat.

# Alleen dit document
Uw akkoord geldt voor dit document en de berichten daarover. Het geldt voor niets anders dat de afzender u nog stuurt.

# U mag weigeren
U hoeft niet elektronisch te ondertekenen. Kies ‘Weigeren’ op de pagina voor ondertekening, of sluit de pagina; er wordt dan niets ondertekend. Wilt u liever op papier ondertekenen of wilt u een papieren exemplaar, vraag dat dan aan de afzender. De naam staat boven aan de pagina voor ondertekening en in het bericht dat u hierheen heeft gebracht. De afzender vertelt u of een papieren exemplaar iets kost.

# U mag zich bedenken
Tot u op de laatste knop drukt, kunt u dit akkoord intrekken door de pagina te sluiten of ‘Weigeren’ te kiezen. Laat het daarna de afzender weten. Intrekken maakt niet ongedaan wat u al hebt ondertekend.

# Uw contactgegevens
Verandert uw e-mailadres of een ander gegeven, of klopt het niet, zeg het dan tegen de afzender. De ondertekendienst kan het niet wijzigen.

# Wat u nodig hebt
U hebt een apparaat nodig met een actuele webbrowser waarin JavaScript aanstaat, een e-mailadres en een manier om pdf-bestanden te bewaren of af te drukken. Als u deze pagina en het document kunt lezen, is uw apparaat geschikt.

# Uw exemplaar
Als iedereen heeft ondertekend, kunt u het definitieve document via uw link downloaden. Tenzij de afzender het op een andere manier bezorgt, krijgt u het ook per e-mail. Bewaar het: de afzender kan het document later uit deze dienst laten verwijderen.

# Wat wordt vastgelegd
Met uw handtekening legt de dienst vast: uw naam en e-mailadres, wanneer u het document hebt geopend en ondertekend, uw netwerkadres en browser, de versie van deze tekst en een vingerafdruk (SHA-256) van het document. Ondertekenen via de link in een e-mail levert een gewone elektronische handtekening op. Als ook een code is gecontroleerd die naar uw telefoon is gestuurd, is het een geavanceerde elektronische handtekening. Het definitieve document wordt verzegeld, zodat elke latere wijziging kan worden ontdekt.`
