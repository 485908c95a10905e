import type { MailTexts } from './en.ts'

export const da: MailTexts = {
  greeting: 'Hej {name},',
  greetingUnnamed: 'Hej,',
  invitation: {
    subject: '{sender} beder dig om at underskrive: {title}',
    heading: 'Læs og underskriv',
    intro: '{sender} har sendt dig et dokument til underskrift: {title}.',
    button: 'Læs og underskriv',
    expires: 'Du kan underskrive indtil den {date}.',
    message: 'Besked fra {sender}',
  },
  reminder: {
    subject: 'Påmindelse: {sender} beder dig om at underskrive: {title}',
    heading: 'Din underskrift mangler stadig',
    intro: '{sender} har sendt dig et dokument, som du ikke har underskrevet endnu: {title}.',
  },
  completion: {
    subject: 'Underskrevet af alle: {title}',
    heading: 'Dokumentet er færdigt',
    intro:
      'Alle har underskrevet {title}, sendt af {sender}. Det færdige dokument er forseglet, så enhver senere ændring kan opdages.',
    attached: 'Det er vedhæftet denne besked. Gem det venligst.',
    tooLarge: 'Det er for stort til en e-mail. Download det venligst, og gem det.',
    tooLargeForObserver: 'Det er for stort til en e-mail. {sender} kan give dig en kopi.',
    button: 'Download det underskrevne dokument',
    observer: 'Du får denne kopi, fordi {sender} har angivet dig som observatør.',
    fingerprint: 'Den færdige fils SHA-256',
  },
  personal: 'Linket er kun dit. Den, der har det, kan underskrive i dit navn, så send venligst ikke beskeden videre.',
  personalCopy: 'Linket i denne besked er kun dit. Den, der har det, kan læse dokumentet.',
  unexpected: 'Hvis du ikke ventede denne besked, kan du se bort fra den eller spørge {sender}.',
  fallback: 'Hvis knappen ikke virker, så åbn denne adresse:',
  footer: 'Sendt af Countersign for {sender}',
  sms: '{code} er din kode til at underskrive et dokument fra {sender}. Den gælder i 10 minutter. Giv den ikke videre.',
}
