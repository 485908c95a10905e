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
    custom: 'Promemoria: {subject}',
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
    check: 'Verificare che il file sia autentico e invariato',
  },
  directCode: {
    subject: '{code} è il Suo codice per {sender}',
    heading: 'Confermi il Suo indirizzo e-mail',
    intro:
      'Inserisca questo codice nella pagina in cui lo ha richiesto, per leggere e firmare un documento di {sender}. Funziona una sola volta, per 15 minuti.',
    code: 'Il Suo codice',
    ignore:
      'Se non lo ha richiesto, ignori questo messaggio: senza il codice non succede nulla. Non lo comunichi a nessuno.',
  },
  withdrawn: {
    subject: 'Non più necessario: {title}',
    heading: 'La sua firma non è più necessaria',
    intro:
      '{sender} ha ritirato la richiesta di firmare {title}. Non deve fare altro, e il link ricevuto non apre più il documento.',
  },
  stopped: {
    subject: 'Non verrà completato: {title}',
    heading: 'Il documento non verrà completato',
    declined:
      'Lei ha firmato {title}, inviato da {sender}. Un’altra persona ha rifiutato, quindi non ci sarà un documento finale. Non deve fare altro.',
    withdrawn:
      'Lei ha firmato {title}. {sender} lo ha ritirato, quindi non ci sarà un documento finale. Non deve fare altro.',
  },
  declined: {
    subject: '{name} ha rifiutato di firmare: {title}',
    heading: 'Una firma è stata rifiutata',
    intro: '{name} ({email}) ha rifiutato di firmare {title}. Il documento non può più essere completato.',
    reason: 'Motivo indicato da {name}',
    todo: 'Può inviare una versione corretta; nomi e campi restano invariati.',
  },
  expired: {
    subject: 'Non firmato in tempo: {title}',
    heading: 'Il tempo per firmare è scaduto',
    intro:
      'Il tempo per firmare {title} è scaduto: il documento non può più essere completato. Per continuare, lo invii di nuovo.',
    missing: 'Non hanno firmato',
  },
  handOver: {
    subject: 'Destinato a qualcun altro? {title}',
    heading: 'Passare il documento a un’altra persona?',
    intro:
      '{name} ({email}) doveva firmare {title} e dice che è destinato a qualcun altro. Può passarlo alla persona indicata qui sotto.',
    name: 'Nome',
    email: 'E-mail',
    button: 'Controlla e passa',
    note: 'Non cambia nulla finché non conferma. Controlli prima l’indirizzo: chi riceve il link può leggere il documento. Se qualcosa non torna, non faccia nulla.',
  },
  personal: 'Questo link è solo Suo. Chiunque lo abbia può firmare a Suo nome: non inoltri questo messaggio.',
  personalCopy: 'Il link in questo messaggio è solo Suo. Chiunque lo abbia può leggere il documento.',
  notified: 'Riceve questo messaggio perché questo indirizzo è registrato per le notifiche di {sender}.',
  sentIt: 'Riceve questo messaggio perché ha inviato il documento.',
  choose: 'Scelga per cosa ricevere e-mail',
  openDocument: 'Apri il documento',
  unexpected: 'Se non aspettava questo messaggio, può ignorarlo o rivolgersi a {sender}.',
  fallback: 'Se il pulsante non funziona, apra questo indirizzo:',
  footer: 'Inviato da Countersign per {sender}',
  sms: '{code} è il Suo codice per firmare un documento di {sender}. Vale 10 minuti. Non lo comunichi a nessuno.',
  smsInvitation: '{sender} Le chiede di firmare «{title}». Questo link è solo Suo, non lo inoltri:',
}
