import type { MailTexts } from './en.ts'

export const pl: MailTexts = {
  greeting: 'Dzień dobry, {name},',
  greetingUnnamed: 'Dzień dobry,',
  invitation: {
    subject: '{sender} prosi o podpis: {title}',
    heading: 'Prosimy przeczytać i podpisać',
    intro: '{sender} przesyła dokument do podpisu: {title}.',
    button: 'Przeczytaj i podpisz',
    expires: 'Można podpisać do {date}.',
    message: 'Wiadomość od: {sender}',
  },
  reminder: {
    subject: 'Przypomnienie: {sender} prosi o podpis: {title}',
    heading: 'Wciąż czekamy na podpis',
    intro: '{sender} prosi o podpisanie dokumentu, który nie został jeszcze podpisany: {title}.',
  },
  completion: {
    subject: 'Podpisany przez wszystkich: {title}',
    heading: 'Dokument jest gotowy',
    intro:
      'Wszyscy podpisali dokument {title}. Nadawca: {sender}. Gotowy dokument opatrzono pieczęcią elektroniczną, więc każdą późniejszą zmianę można wykryć.',
    attached: 'Jest dołączony do tej wiadomości. Prosimy go zachować.',
    tooLarge: 'Jest zbyt duży na e-mail. Prosimy go pobrać i zachować.',
    tooLargeForObserver: 'Jest zbyt duży na e-mail. Kopię może przekazać {sender}.',
    button: 'Pobierz podpisany dokument',
    observer: 'Ta kopia została wysłana, ponieważ {sender} wskazuje ten adres jako obserwatora.',
    fingerprint: 'SHA-256 gotowego pliku',
  },
  personal:
    'Ten link jest osobisty. Każdy, kto go ma, może podpisać w imieniu adresata, dlatego prosimy nie przekazywać tej wiadomości.',
  personalCopy: 'Link w tej wiadomości jest osobisty. Każdy, kto go ma, może przeczytać dokument.',
  unexpected: 'Jeśli ta wiadomość jest nieoczekiwana, można ją zignorować lub zapytać nadawcę: {sender}.',
  fallback: 'Jeśli przycisk nie działa, prosimy otworzyć ten adres:',
  footer: 'Wysłano przez Countersign, nadawca: {sender}',
  sms: '{code} to kod do podpisania dokumentu, nadawca: {sender}. Działa przez 10 minut. Nie należy go nikomu podawać.',
}
