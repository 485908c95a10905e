import type { MailTexts } from './en.ts'

export const cs: MailTexts = {
  greeting: 'Dobrý den, {name},',
  greetingUnnamed: 'Dobrý den,',
  invitation: {
    subject: '{sender} vás žádá o podpis: {title}',
    heading: 'Přečtěte si a podepište',
    intro: '{sender} vám posílá dokument k podpisu: {title}.',
    button: 'Přečíst a podepsat',
    expires: 'Podepsat můžete do {date}.',
    message: 'Zpráva od: {sender}',
  },
  reminder: {
    subject: 'Připomínka: {sender} vás žádá o podpis: {title}',
    heading: 'Váš podpis stále chybí',
    intro: '{sender} vás žádá o podpis dokumentu, který jste ještě nepodepsali: {title}.',
  },
  completion: {
    subject: 'Podepsáno všemi: {title}',
    heading: 'Dokument je hotový',
    intro:
      'Dokument {title} podepsali všichni. Odesílatel: {sender}. Hotový dokument nese elektronickou pečeť, takže lze odhalit každou pozdější změnu.',
    attached: 'Je přiložen k této zprávě. Uschovejte si ho prosím.',
    tooLarge: 'Na e-mail je příliš velký. Stáhněte si ho prosím a uschovejte.',
    tooLargeForObserver: 'Na e-mail je příliš velký. Kopii vám může dát {sender}.',
    button: 'Stáhnout podepsaný dokument',
    observer: 'Tuto kopii dostáváte, protože vás {sender} uvádí jako pozorovatele.',
    fingerprint: 'SHA-256 hotového souboru',
  },
  personal: 'Tento odkaz je jen váš. Kdo ho má, může podepsat vaším jménem, proto prosím tuto zprávu nepřeposílejte.',
  personalCopy: 'Odkaz v této zprávě je jen váš. Kdo ho má, může si dokument přečíst.',
  unexpected: 'Pokud jste tuto zprávu nečekali, můžete ji ignorovat, nebo se zeptat odesílatele: {sender}.',
  fallback: 'Pokud tlačítko nefunguje, otevřete tuto adresu:',
  footer: 'Odesláno službou Countersign, odesílatel: {sender}',
  sms: '{code} je váš kód k podpisu dokumentu, odesílatel: {sender}. Platí 10 minut. Nikomu ho nesdělujte.',
}
