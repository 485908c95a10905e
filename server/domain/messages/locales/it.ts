import type { MailTexts } from './en.ts'

export const it: MailTexts = {
  greeting: 'Buongiorno {name},',
  greetingUnnamed: 'Buongiorno,',
  invitation: {
    subject: '{sender} Le chiede di firmare: {title}',
    heading: 'Da leggere e firmare',
    intro: '{sender} Le ha inviato un documento da firmare: {title}.',
    button: 'Leggi e firma',
    expires: 'Può firmare fino al {date}.',
    message: 'Messaggio di {sender}',
  },
  reminder: {
    subject: 'Promemoria: {sender} Le chiede di firmare: {title}',
    heading: 'Si attende ancora la Sua firma',
    intro: '{sender} Le ha inviato un documento che non ha ancora firmato: {title}.',
  },
  completion: {
    subject: 'Firmato da tutti: {title}',
    heading: 'Il documento è completo',
    intro:
      'Tutti hanno firmato {title}, inviato da {sender}. Il documento finale porta un sigillo elettronico: ogni modifica successiva è rilevabile.',
    attached: 'È allegato a questo messaggio. Lo conservi.',
    tooLarge: 'È troppo grande per un’e-mail. Lo scarichi e lo conservi.',
    tooLargeForObserver: 'È troppo grande per un’e-mail. {sender} può dargliene una copia.',
    button: 'Scarica il documento firmato',
    observer: 'Riceve questa copia perché {sender} La ha indicata tra gli osservatori.',
    fingerprint: 'SHA-256 del file finale',
  },
  personal: 'Questo link è solo Suo. Chiunque lo abbia può firmare a Suo nome: non inoltri questo messaggio.',
  personalCopy: 'Il link in questo messaggio è solo Suo. Chiunque lo abbia può leggere il documento.',
  unexpected: 'Se non aspettava questo messaggio, può ignorarlo o rivolgersi a {sender}.',
  fallback: 'Se il pulsante non funziona, apra questo indirizzo:',
  footer: 'Inviato da Countersign per {sender}',
  sms: '{code} è il Suo codice per firmare un documento di {sender}. Vale 10 minuti. Non lo comunichi a nessuno.',
}
