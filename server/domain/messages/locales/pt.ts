import type { MailTexts } from './en.ts'

export const pt: MailTexts = {
  greeting: 'Olá, {name},',
  greetingUnnamed: 'Olá,',
  invitation: {
    subject: '{sender} pede a sua assinatura: {title}',
    heading: 'Para ler e assinar',
    intro: '{sender} enviou-lhe um documento para assinar: {title}.',
    button: 'Ler e assinar',
    expires: 'Pode assinar até {date}.',
    message: 'Mensagem de {sender}',
  },
  reminder: {
    subject: 'Lembrete: {sender} pede a sua assinatura: {title}',
    heading: 'Falta a sua assinatura',
    intro: '{sender} enviou-lhe um documento que ainda não assinou: {title}.',
    custom: 'Lembrete: {subject}',
  },
  completion: {
    subject: 'Assinado por todas as pessoas: {title}',
    heading: 'O documento está concluído',
    intro:
      'Todas as pessoas assinaram {title}, enviado por {sender}. O documento final tem um selo eletrónico, pelo que qualquer alteração posterior pode ser detetada.',
    attached: 'Está anexado a esta mensagem. Guarde-o, por favor.',
    tooLarge: 'É demasiado grande para um e-mail. Descarregue-o e guarde-o, por favor.',
    tooLargeForObserver: 'É demasiado grande para um e-mail. {sender} pode dar-lhe uma cópia.',
    button: 'Descarregar o documento assinado',
    observer: 'Recebe esta cópia porque {sender} indicou o seu nome para acompanhar o processo.',
    fingerprint: 'SHA-256 do ficheiro final',
    check: 'Verificar que o ficheiro é autêntico e está inalterado',
  },
  directCode: {
    subject: '{code} é o seu código para {sender}',
    heading: 'Confirme o seu endereço de e-mail',
    intro:
      'Introduza este código na página onde o pediu, para ler e assinar um documento de {sender}. Funciona uma só vez, durante 15 minutos.',
    code: 'O seu código',
    ignore: 'Se não o pediu, ignore esta mensagem: sem o código nada acontece. Não o partilhe com ninguém.',
  },
  withdrawn: {
    subject: 'Já não é necessário: {title}',
    heading: 'A sua assinatura já não é necessária',
    intro:
      '{sender} retirou o pedido para assinar {title}. Não precisa de fazer mais nada, e a ligação que recebeu já não abre o documento.',
  },
  stopped: {
    subject: 'Não será concluído: {title}',
    heading: 'O documento não será concluído',
    declined:
      'Assinou {title}, enviado por {sender}. Outra pessoa recusou assinar, por isso não haverá documento final. Não precisa de fazer mais nada.',
    withdrawn:
      'Assinou {title}. {sender} retirou-o, por isso não haverá documento final. Não precisa de fazer mais nada.',
  },
  declined: {
    subject: '{name} recusou assinar: {title}',
    heading: 'Uma assinatura foi recusada',
    intro: '{name} ({email}) recusou assinar {title}. O documento já não pode ser concluído.',
    reason: 'Motivo indicado por {name}',
    todo: 'Pode enviar uma versão corrigida; os nomes e os campos mantêm-se.',
  },
  expired: {
    subject: 'Não assinado a tempo: {title}',
    heading: 'O prazo para assinar terminou',
    intro:
      'O prazo para assinar {title} terminou, por isso o documento já não pode ser concluído. Para continuar, envie-o de novo.',
    missing: 'Não assinaram',
  },
  handOver: {
    subject: 'Destinado a outra pessoa? {title}',
    heading: 'Passar o documento a outra pessoa?',
    intro:
      '{name} ({email}) devia assinar {title} e diz que se destina a outra pessoa. Pode passá-lo à pessoa indicada abaixo.',
    name: 'Nome',
    email: 'E-mail',
    button: 'Verificar e passar',
    note: 'Nada muda até confirmar. Verifique primeiro o endereço: quem receber a ligação pode ler o documento. Se algo parecer errado, não faça nada.',
  },
  personal: 'Este link é só seu. Quem o tiver pode assinar em seu nome, por isso não reencaminhe esta mensagem.',
  personalCopy: 'O link desta mensagem é só seu. Quem o tiver pode ler o documento.',
  notified: 'Recebe esta mensagem porque este endereço está registado para as notificações de {sender}.',
  sentIt: 'Recebe esta mensagem porque enviou o documento.',
  choose: 'Escolher sobre o que recebe e-mails',
  openDocument: 'Abrir o documento',
  unexpected: 'Se não esperava esta mensagem, pode ignorá-la ou perguntar a {sender}.',
  fallback: 'Se o botão não funcionar, abra este endereço:',
  footer: 'Enviado por Countersign em nome de {sender}',
  sms: '{code} é o seu código para assinar um documento de {sender}. É válido durante 10 minutos. Não o partilhe.',
  smsInvitation: '{sender} pede-lhe que assine «{title}». Este link é só seu, não o reencaminhe:',
}
