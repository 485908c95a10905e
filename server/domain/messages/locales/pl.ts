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
    custom: 'Przypomnienie: {subject}',
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
    check: 'Sprawdź, czy plik jest autentyczny i niezmieniony',
  },
  directCode: {
    subject: '{code} to kod do dokumentu, nadawca: {sender}',
    heading: 'Potwierdź swój adres e-mail',
    intro:
      'Należy wpisać ten kod na stronie, na której o niego poproszono, aby przeczytać i podpisać dokument. Nadawca: {sender}. Kod działa raz, przez 15 minut.',
    code: 'Twój kod',
    ignore:
      'Jeśli ten kod jest nieoczekiwany, można zignorować tę wiadomość: bez kodu nic się nie stanie. Nie należy go nikomu podawać.',
  },
  withdrawn: {
    subject: 'Już niepotrzebne: {title}',
    heading: 'Podpis nie jest już potrzebny',
    intro:
      '{sender} wycofuje prośbę o podpisanie dokumentu {title}. Nie trzeba już nic robić, a otrzymany link nie otwiera już dokumentu.',
  },
  stopped: {
    subject: 'Nie zostanie ukończony: {title}',
    heading: 'Dokument nie zostanie ukończony',
    declined:
      'Podpisano dokument {title}, nadawca: {sender}. Inna osoba odmówiła podpisu, więc gotowego dokumentu nie będzie. Nie trzeba już nic robić.',
    withdrawn:
      'Podpisano dokument {title}. Nadawca ({sender}) go wycofał, więc gotowego dokumentu nie będzie. Nie trzeba już nic robić.',
  },
  declined: {
    subject: '{name} odmawia podpisu: {title}',
    heading: 'Odmowa podpisu',
    intro: '{name} ({email}) odmawia podpisania dokumentu {title}. Dokumentu nie można już ukończyć.',
    reason: 'Powód, który podaje {name}',
    todo: 'Możesz wysłać poprawioną wersję; nazwiska i pola pozostaną.',
  },
  expired: {
    subject: 'Nie podpisano na czas: {title}',
    heading: 'Czas na podpis minął',
    intro:
      'Czas na podpisanie dokumentu {title} minął, więc nie można go już ukończyć. Aby kontynuować, należy wysłać go ponownie.',
    missing: 'Bez podpisu',
  },
  handOver: {
    subject: 'Dla kogoś innego? {title}',
    heading: 'Przekazać dokument?',
    intro:
      '{name} ({email}) miał(a) podpisać dokument {title} i twierdzi, że jest on przeznaczony dla kogoś innego. Można go przekazać osobie podanej poniżej.',
    name: 'Imię i nazwisko',
    email: 'E-mail',
    button: 'Sprawdź i przekaż',
    note: 'Nic się nie zmieni, dopóki tego nie potwierdzisz. Najpierw sprawdź adres: kto otrzyma link, może przeczytać dokument. Jeśli coś się nie zgadza, nie rób nic.',
  },
  personal:
    'Ten link jest osobisty. Każdy, kto go ma, może podpisać w imieniu adresata, dlatego prosimy nie przekazywać tej wiadomości.',
  personalCopy: 'Link w tej wiadomości jest osobisty. Każdy, kto go ma, może przeczytać dokument.',
  notified: 'Otrzymujesz tę wiadomość, ponieważ ten adres jest zarejestrowany do powiadomień dla {sender}.',
  sentIt: 'Otrzymujesz tę wiadomość, ponieważ dokument został wysłany z Twojego konta.',
  choose: 'Wybierz, o czym chcesz dostawać e-maile',
  openDocument: 'Otwórz dokument',
  unexpected: 'Jeśli ta wiadomość jest nieoczekiwana, można ją zignorować lub zapytać nadawcę: {sender}.',
  fallback: 'Jeśli przycisk nie działa, prosimy otworzyć ten adres:',
  footer: 'Wysłano przez Countersign, nadawca: {sender}',
  sms: '{code} to kod do podpisania dokumentu, nadawca: {sender}. Działa przez 10 minut. Nie należy go nikomu podawać.',
  smsInvitation: '{sender} prosi o podpisanie dokumentu „{title}”. Ten link jest osobisty, nie należy go przekazywać:',
}
