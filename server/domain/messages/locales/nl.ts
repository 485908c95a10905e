import type { MailTexts } from './en.ts'

export const nl: MailTexts = {
  greeting: 'Dag {name},',
  greetingUnnamed: 'Dag,',
  invitation: {
    subject: '{sender} vraagt u te ondertekenen: {title}',
    heading: 'Lees en onderteken',
    intro: '{sender} heeft u een document gestuurd om te ondertekenen: {title}.',
    button: 'Lezen en ondertekenen',
    expires: 'U kunt ondertekenen tot {date}.',
    message: 'Bericht van {sender}',
  },
  reminder: {
    subject: 'Herinnering: {sender} vraagt u te ondertekenen: {title}',
    heading: 'Uw handtekening ontbreekt nog',
    intro: '{sender} heeft u een document gestuurd dat u nog niet hebt ondertekend: {title}.',
    custom: 'Herinnering: {subject}',
  },
  completion: {
    subject: 'Door iedereen ondertekend: {title}',
    heading: 'Het document is voltooid',
    intro:
      'Iedereen heeft {title} ondertekend, verstuurd door {sender}. Het definitieve document is verzegeld, zodat elke latere wijziging kan worden ontdekt.',
    attached: 'Het is bij dit bericht gevoegd. Bewaar het goed.',
    tooLarge: 'Het is te groot voor een e-mail. Download het en bewaar het.',
    tooLargeForObserver: 'Het is te groot voor een e-mail. {sender} kan u een kopie geven.',
    button: 'Ondertekend document downloaden',
    observer: 'U krijgt deze kopie omdat {sender} u als meelezer heeft opgegeven.',
    fingerprint: 'SHA-256 van het definitieve bestand',
    check: 'Controleren of het bestand echt en ongewijzigd is',
  },
  directCode: {
    subject: '{code} is uw code voor {sender}',
    heading: 'Bevestig uw e-mailadres',
    intro:
      'Vul deze code in op de pagina waar u erom hebt gevraagd, om een document van {sender} te lezen en te ondertekenen. De code werkt één keer, 15 minuten lang.',
    code: 'Uw code',
    ignore:
      'Hebt u er niet om gevraagd, negeer dit bericht dan: zonder de code gebeurt er niets. Geef hem aan niemand door.',
  },
  withdrawn: {
    subject: 'Niet meer nodig: {title}',
    heading: 'Uw handtekening is niet meer nodig',
    intro:
      '{sender} heeft het verzoek om {title} te ondertekenen ingetrokken. U hoeft niets meer te doen, en de link die u kreeg opent het document niet meer.',
  },
  stopped: {
    subject: 'Wordt niet voltooid: {title}',
    heading: 'Het document wordt niet voltooid',
    declined:
      'U hebt {title} ondertekend, verstuurd door {sender}. Iemand anders heeft geweigerd, dus er komt geen voltooid document. U hoeft niets meer te doen.',
    withdrawn:
      'U hebt {title} ondertekend. {sender} heeft het ingetrokken, dus er komt geen voltooid document. U hoeft niets meer te doen.',
  },
  declined: {
    subject: '{name} heeft geweigerd: {title}',
    heading: 'Een ondertekenaar heeft geweigerd',
    intro: '{name} ({email}) heeft geweigerd {title} te ondertekenen. Het document kan niet meer worden voltooid.',
    reason: 'Reden van {name}',
    todo: 'U kunt een verbeterde versie sturen; namen en velden blijven behouden.',
  },
  expired: {
    subject: 'Niet op tijd ondertekend: {title}',
    heading: 'De tijd om te ondertekenen is voorbij',
    intro:
      'De tijd om {title} te ondertekenen is voorbij; het document kan niet meer worden voltooid. Verstuur het opnieuw om verder te gaan.',
    missing: 'Niet ondertekend door',
  },
  handOver: {
    subject: 'Voor iemand anders bedoeld? {title}',
    heading: 'Het document doorgeven?',
    intro:
      '{name} ({email}) moest {title} ondertekenen en zegt dat het voor iemand anders is bedoeld. U kunt het doorgeven aan de persoon hieronder.',
    name: 'Naam',
    email: 'E-mail',
    button: 'Controleren en doorgeven',
    note: 'Er verandert niets totdat u bevestigt. Controleer eerst het adres: wie de link krijgt, kan het document lezen. Klopt er iets niet, doe dan niets.',
  },
  personal: 'Deze link is alleen voor u. Wie hem heeft, kan namens u ondertekenen. Stuur dit bericht daarom niet door.',
  personalCopy: 'De link in dit bericht is alleen voor u. Wie hem heeft, kan het document lezen.',
  notified: 'U ontvangt dit bericht omdat dit adres is geregistreerd voor meldingen van {sender}.',
  sentIt: 'U ontvangt dit bericht omdat u het document hebt verstuurd.',
  choose: 'Kiezen waarover u e-mail krijgt',
  openDocument: 'Document openen',
  unexpected: 'Verwachtte u dit bericht niet, dan kunt u het negeren of navraag doen bij {sender}.',
  fallback: 'Werkt de knop niet, open dan dit adres:',
  footer: 'Verstuurd door Countersign namens {sender}',
  sms: '{code} is uw code om een document van {sender} te ondertekenen. De code is 10 minuten geldig. Geef hem niet door.',
  smsInvitation: '{sender} vraagt u om “{title}” te ondertekenen. Deze link is alleen voor u, stuur hem niet door:',
}
