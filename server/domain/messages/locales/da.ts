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
    custom: 'Påmindelse: {subject}',
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
    check: 'Kontrollér, at filen er ægte og uændret',
  },
  directCode: {
    subject: '{code} er din kode til {sender}',
    heading: 'Bekræft din e-mailadresse',
    intro:
      'Indtast denne kode på siden, hvor du bad om den, for at læse og underskrive et dokument fra {sender}. Den virker én gang, i 15 minutter.',
    code: 'Din kode',
    ignore: 'Hvis du ikke bad om den, kan du se bort fra beskeden: Uden koden sker der ingenting. Giv den ikke videre.',
  },
  withdrawn: {
    subject: 'Ikke længere nødvendigt: {title}',
    heading: 'Din underskrift er ikke længere nødvendig',
    intro:
      '{sender} har trukket anmodningen om at underskrive {title} tilbage. Du skal ikke gøre mere, og linket, du fik, åbner ikke længere dokumentet.',
  },
  stopped: {
    subject: 'Bliver ikke færdiggjort: {title}',
    heading: 'Dokumentet bliver ikke færdiggjort',
    declined:
      'Du har underskrevet {title}, sendt af {sender}. En anden har afvist, så der kommer ikke noget færdigt dokument. Du behøver ikke gøre mere.',
    withdrawn:
      'Du har underskrevet {title}. {sender} har trukket det tilbage, så der kommer ikke noget færdigt dokument. Du behøver ikke gøre mere.',
  },
  declined: {
    subject: '{name} har afvist: {title}',
    heading: 'En underskrift er afvist',
    intro: '{name} ({email}) har afvist at underskrive {title}. Dokumentet kan ikke længere færdiggøres.',
    reason: 'Begrundelse fra {name}',
    todo: 'Du kan sende en rettet version; navne og felter bevares.',
  },
  expired: {
    subject: 'Ikke underskrevet i tide: {title}',
    heading: 'Tiden til at underskrive er udløbet',
    intro:
      'Tiden til at underskrive {title} er udløbet, så dokumentet kan ikke længere færdiggøres. Send det igen for at fortsætte.',
    missing: 'Har ikke underskrevet',
  },
  handOver: {
    subject: 'Beregnet til en anden? {title}',
    heading: 'Give dokumentet videre?',
    intro:
      '{name} ({email}) skulle underskrive {title} og siger, at det er beregnet til en anden. Du kan give det videre til personen herunder.',
    name: 'Navn',
    email: 'E-mail',
    button: 'Kontrollér og giv videre',
    note: 'Intet ændrer sig, før du bekræfter. Kontrollér adressen først: Den, der får linket, kan læse dokumentet. Hvis noget ikke passer, skal du ikke gøre noget.',
  },
  personal: 'Linket er kun dit. Den, der har det, kan underskrive i dit navn, så send venligst ikke beskeden videre.',
  personalCopy: 'Linket i denne besked er kun dit. Den, der har det, kan læse dokumentet.',
  notified: 'Du får denne besked, fordi adressen er registreret til notifikationer fra {sender}.',
  sentIt: 'Du får denne besked, fordi du sendte dokumentet.',
  choose: 'Vælg, hvad du får mails om',
  openDocument: 'Åbn dokumentet',
  unexpected: 'Hvis du ikke ventede denne besked, kan du se bort fra den eller spørge {sender}.',
  fallback: 'Hvis knappen ikke virker, så åbn denne adresse:',
  footer: 'Sendt af Countersign for {sender}',
  sms: '{code} er din kode til at underskrive et dokument fra {sender}. Den gælder i 10 minutter. Giv den ikke videre.',
  smsInvitation: '{sender} beder dig underskrive »{title}«. Linket er kun dit, send det ikke videre:',
}
