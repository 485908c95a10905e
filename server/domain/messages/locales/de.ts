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
    custom: 'Erinnerung: {subject}',
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
    check: 'Prüfen, ob die Datei echt und unverändert ist',
  },
  directCode: {
    subject: '{code} ist Ihr Code für {sender}',
    heading: 'E-Mail-Adresse bestätigen',
    intro:
      'Geben Sie diesen Code auf der Seite ein, auf der Sie ihn angefordert haben, um ein Dokument von {sender} zu lesen und zu unterschreiben. Er gilt einmal und 15 Minuten lang.',
    code: 'Ihr Code',
    ignore:
      'Wenn Sie ihn nicht angefordert haben, ignorieren Sie diese Nachricht: Ohne den Code geschieht nichts. Geben Sie ihn nicht weiter.',
  },
  withdrawn: {
    subject: 'Nicht mehr nötig: {title}',
    heading: 'Ihre Unterschrift wird nicht mehr benötigt',
    intro:
      '{sender} hat die Bitte um Ihre Unterschrift unter {title} zurückgezogen. Sie müssen nichts mehr tun, und der Link aus der Einladung öffnet das Dokument nicht mehr.',
  },
  stopped: {
    subject: 'Wird nicht abgeschlossen: {title}',
    heading: 'Das Dokument wird nicht abgeschlossen',
    declined:
      'Sie haben {title} unterschrieben, gesendet von {sender}. Eine andere Person hat abgelehnt, deshalb wird es kein fertiges Dokument geben. Sie müssen nichts mehr tun.',
    withdrawn:
      'Sie haben {title} unterschrieben. {sender} hat es zurückgezogen, deshalb wird es kein fertiges Dokument geben. Sie müssen nichts mehr tun.',
  },
  declined: {
    subject: '{name} hat abgelehnt: {title}',
    heading: 'Eine Unterschrift wurde abgelehnt',
    intro:
      '{name} ({email}) hat es abgelehnt, {title} zu unterschreiben. Das Dokument kann nicht mehr abgeschlossen werden.',
    reason: 'Begründung von {name}',
    todo: 'Sie können eine korrigierte Fassung senden; Namen und Felder bleiben erhalten.',
  },
  expired: {
    subject: 'Nicht rechtzeitig unterschrieben: {title}',
    heading: 'Die Frist ist abgelaufen',
    intro:
      'Die Frist für {title} ist abgelaufen; das Dokument kann nicht mehr abgeschlossen werden. Senden Sie es erneut, wenn es noch gebraucht wird.',
    missing: 'Nicht unterschrieben haben',
  },
  handOver: {
    subject: 'Für jemand anderen bestimmt? {title}',
    heading: 'Dokument weitergeben?',
    intro:
      '{name} ({email}) sollte {title} unterschreiben und gibt an, dass es für jemand anderen bestimmt ist. Sie können es an die folgende Person weitergeben.',
    name: 'Vor- und Nachname',
    email: 'E-Mail',
    button: 'Prüfen und weitergeben',
    note: 'Solange Sie nicht bestätigen, ändert sich nichts. Prüfen Sie zuerst die Adresse: Wer den Link bekommt, kann das Dokument lesen. Wenn etwas nicht stimmt, tun Sie einfach nichts.',
  },
  personal:
    'Dieser Link gehört nur Ihnen. Wer ihn hat, kann in Ihrem Namen unterschreiben. Geben Sie diese Nachricht deshalb bitte nicht weiter.',
  personalCopy: 'Der Link in dieser Nachricht gehört nur Ihnen. Wer ihn hat, kann das Dokument lesen.',
  notified: 'Sie erhalten diese Nachricht, weil diese Adresse für Benachrichtigungen von {sender} hinterlegt ist.',
  sentIt: 'Sie erhalten diese Nachricht, weil Sie das Dokument gesendet haben.',
  choose: 'Auswählen, worüber Sie E-Mails bekommen',
  openDocument: 'Dokument öffnen',
  unexpected: 'Wenn Sie diese Nachricht nicht erwartet haben, können Sie sie ignorieren oder bei {sender} nachfragen.',
  fallback: 'Wenn die Schaltfläche nicht funktioniert, öffnen Sie diese Adresse:',
  footer: 'Gesendet von Countersign für {sender}',
  sms: '{code} ist Ihr Code für die Unterschrift eines Dokuments von {sender}. Er gilt 10 Minuten. Geben Sie ihn nicht weiter.',
  smsInvitation:
    '{sender} bittet Sie, „{title}“ zu unterschreiben. Dieser Link gehört nur Ihnen, geben Sie ihn nicht weiter:',
}
