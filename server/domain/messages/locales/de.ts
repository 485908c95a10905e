import type { MailTexts } from './en.ts'

export const de: MailTexts = {
  greeting: 'Guten Tag, {name},',
  greetingUnnamed: 'Guten Tag,',
  invitation: {
    subject: '{sender} bittet Sie um Ihre Unterschrift: {title}',
    heading: 'Bitte prüfen und unterschreiben',
    intro: '{sender} hat Ihnen ein Dokument zur Unterschrift geschickt: {title}.',
    button: 'Prüfen und unterschreiben',
    expires: 'Sie können bis zum {date} unterschreiben.',
    message: 'Nachricht von {sender}',
  },
  reminder: {
    subject: 'Erinnerung: {sender} bittet Sie um Ihre Unterschrift: {title}',
    heading: 'Ihre Unterschrift fehlt noch',
    intro: '{sender} hat Ihnen ein Dokument geschickt, das Sie noch nicht unterschrieben haben: {title}.',
  },
  completion: {
    subject: 'Von allen unterschrieben: {title}',
    heading: 'Das Dokument ist abgeschlossen',
    intro:
      'Alle haben {title} unterschrieben, gesendet von {sender}. Das fertige Dokument ist gesiegelt, sodass jede spätere Änderung erkennbar ist.',
    attached: 'Es hängt an dieser Nachricht. Bitte bewahren Sie es auf.',
    tooLarge: 'Es ist zu groß für eine E-Mail. Bitte laden Sie es herunter und bewahren Sie es auf.',
    tooLargeForObserver: 'Es ist zu groß für eine E-Mail. Von {sender} können Sie eine Kopie bekommen.',
    button: 'Unterschriebenes Dokument herunterladen',
    observer: 'Sie erhalten diese Kopie, weil {sender} Sie zur Kenntnisnahme angegeben hat.',
    fingerprint: 'SHA-256 der fertigen Datei',
  },
  personal:
    'Dieser Link gehört nur Ihnen. Wer ihn hat, kann in Ihrem Namen unterschreiben. Geben Sie diese Nachricht deshalb bitte nicht weiter.',
  personalCopy: 'Der Link in dieser Nachricht gehört nur Ihnen. Wer ihn hat, kann das Dokument lesen.',
  unexpected: 'Wenn Sie diese Nachricht nicht erwartet haben, können Sie sie ignorieren oder bei {sender} nachfragen.',
  fallback: 'Wenn die Schaltfläche nicht funktioniert, öffnen Sie diese Adresse:',
  footer: 'Gesendet von Countersign für {sender}',
  sms: '{code} ist Ihr Code für die Unterschrift eines Dokuments von {sender}. Er gilt 10 Minuten. Geben Sie ihn nicht weiter.',
}
