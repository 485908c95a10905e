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
  },
  personal: 'Deze link is alleen voor u. Wie hem heeft, kan namens u ondertekenen. Stuur dit bericht daarom niet door.',
  personalCopy: 'De link in dit bericht is alleen voor u. Wie hem heeft, kan het document lezen.',
  unexpected: 'Verwachtte u dit bericht niet, dan kunt u het negeren of navraag doen bij {sender}.',
  fallback: 'Werkt de knop niet, open dan dit adres:',
  footer: 'Verstuurd door Countersign namens {sender}',
  sms: '{code} is uw code om een document van {sender} te ondertekenen. De code is 10 minuten geldig. Geef hem niet door.',
}
