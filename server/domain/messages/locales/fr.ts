import type { MailTexts } from './en.ts'

export const fr: MailTexts = {
  greeting: 'Bonjour {name},',
  greetingUnnamed: 'Bonjour,',
  invitation: {
    subject: '{sender} vous demande de signer : {title}',
    heading: 'À lire et à signer',
    intro: '{sender} vous a envoyé un document à signer : {title}.',
    button: 'Lire et signer',
    expires: 'Vous pouvez signer jusqu’au {date}.',
    message: 'Message de {sender}',
  },
  reminder: {
    subject: 'Rappel : {sender} vous demande de signer : {title}',
    heading: 'Votre signature est attendue',
    intro: '{sender} vous a envoyé un document que vous n’avez pas encore signé : {title}.',
    custom: 'Rappel : {subject}',
  },
  completion: {
    subject: 'Signé par tous : {title}',
    heading: 'Le document est finalisé',
    intro:
      'Tout le monde a signé {title}, envoyé par {sender}. Le document final porte un cachet électronique : toute modification ultérieure est détectable.',
    attached: 'Il est joint à ce message. Veuillez le conserver.',
    tooLarge: 'Il est trop volumineux pour un e-mail. Veuillez le télécharger et le conserver.',
    tooLargeForObserver: 'Il est trop volumineux pour un e-mail. {sender} peut vous en remettre une copie.',
    button: 'Télécharger le document signé',
    observer: 'Vous recevez cette copie parce que {sender} vous a désigné comme observateur ou observatrice.',
    fingerprint: 'SHA-256 du fichier final',
    check: 'Vérifier que le fichier est authentique et inchangé',
  },
  directCode: {
    subject: '{code} est votre code pour {sender}',
    heading: 'Confirmez votre adresse e-mail',
    intro:
      'Saisissez ce code sur la page où vous l’avez demandé, pour lire et signer un document de {sender}. Il fonctionne une seule fois, pendant 15 minutes.',
    code: 'Votre code',
    ignore:
      'Si vous ne l’avez pas demandé, ignorez ce message : rien ne se passe sans le code. Ne le communiquez à personne.',
  },
  withdrawn: {
    subject: 'Plus nécessaire : {title}',
    heading: 'Votre signature n’est plus nécessaire',
    intro:
      '{sender} a retiré la demande de signature de {title}. Vous n’avez plus rien à faire, et le lien reçu n’ouvre plus le document.',
  },
  stopped: {
    subject: 'Ne sera pas finalisé : {title}',
    heading: 'Le document ne sera pas finalisé',
    declined:
      'Vous avez signé {title}, envoyé par {sender}. Une autre personne a refusé de signer : il n’y aura donc pas de document final. Vous n’avez plus rien à faire.',
    withdrawn:
      'Vous avez signé {title}. {sender} l’a retiré : il n’y aura donc pas de document final. Vous n’avez plus rien à faire.',
  },
  declined: {
    subject: '{name} a refusé de signer : {title}',
    heading: 'Une signature a été refusée',
    intro: '{name} ({email}) a refusé de signer {title}. Le document ne peut plus être finalisé.',
    reason: 'Motif donné par {name}',
    todo: 'Vous pouvez envoyer une version corrigée ; les noms et les champs sont conservés.',
  },
  expired: {
    subject: 'Non signé à temps : {title}',
    heading: 'Le délai de signature est écoulé',
    intro:
      'Le délai pour signer {title} est écoulé : le document ne peut plus être finalisé. Pour continuer, envoyez-le de nouveau.',
    missing: 'N’ont pas signé',
  },
  handOver: {
    subject: 'Destiné à quelqu’un d’autre ? {title}',
    heading: 'Transmettre le document ?',
    intro:
      '{name} ({email}) devait signer {title} et indique que ce document est destiné à une autre personne. Vous pouvez le transmettre à la personne ci-dessous.',
    name: 'Nom',
    email: 'E-mail',
    button: 'Vérifier et transmettre',
    note: 'Rien ne change tant que vous ne confirmez pas. Vérifiez d’abord l’adresse : quiconque reçoit le lien peut lire le document. En cas de doute, ne faites rien.',
  },
  personal:
    'Ce lien vous est personnel. Quiconque le possède peut signer en votre nom : veuillez ne pas transférer ce message.',
  personalCopy: 'Le lien de ce message vous est personnel. Quiconque le possède peut lire le document.',
  notified: 'Vous recevez ce message parce que cette adresse est enregistrée pour les notifications de {sender}.',
  sentIt: 'Vous recevez ce message parce que vous avez envoyé le document.',
  choose: 'Choisir les e-mails que vous recevez',
  openDocument: 'Ouvrir le document',
  unexpected: 'Si vous n’attendiez pas ce message, vous pouvez l’ignorer ou vous adresser à {sender}.',
  fallback: 'Si le bouton ne fonctionne pas, ouvrez cette adresse :',
  footer: 'Envoyé par Countersign pour {sender}',
  sms: '{code} est votre code pour signer un document de {sender}. Il est valable 10 minutes. Ne le communiquez à personne.',
  smsInvitation: '{sender} vous invite à signer « {title} ». Ce lien est personnel, ne le transférez pas :',
}
