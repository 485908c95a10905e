import type { MailTexts } from './en.ts'

export const es: MailTexts = {
  greeting: 'Hola, {name}:',
  greetingUnnamed: 'Hola:',
  invitation: {
    subject: '{sender} le pide que firme: {title}',
    heading: 'Para leer y firmar',
    intro: '{sender} le ha enviado un documento para firmar: {title}.',
    button: 'Leer y firmar',
    expires: 'Puede firmar hasta el {date}.',
    message: 'Mensaje de {sender}',
  },
  reminder: {
    subject: 'Recordatorio: {sender} le pide que firme: {title}',
    heading: 'Falta su firma',
    intro: '{sender} le envió un documento que aún no ha firmado: {title}.',
    custom: 'Recordatorio: {subject}',
  },
  completion: {
    subject: 'Firmado por todas las partes: {title}',
    heading: 'El documento está completo',
    intro:
      'Todas las personas han firmado {title}, enviado por {sender}. El documento final lleva un sello electrónico, de modo que se puede detectar cualquier cambio posterior.',
    attached: 'Va adjunto a este mensaje. Consérvelo, por favor.',
    tooLarge: 'Es demasiado grande para un correo electrónico. Descárguelo y consérvelo, por favor.',
    tooLargeForObserver: 'Es demasiado grande para un correo electrónico. {sender} puede darle una copia.',
    button: 'Descargar el documento firmado',
    observer: 'Recibe esta copia porque {sender} le ha indicado como parte observadora.',
    fingerprint: 'SHA-256 del archivo final',
    check: 'Comprobar que el archivo es auténtico y no ha cambiado',
  },
  directCode: {
    subject: '{code} es su código para {sender}',
    heading: 'Confirme su dirección de correo',
    intro:
      'Introduzca este código en la página donde lo ha pedido, para leer y firmar un documento de {sender}. Funciona una sola vez, durante 15 minutos.',
    code: 'Su código',
    ignore: 'Si no lo ha pedido, ignore este mensaje: sin el código no ocurre nada. No lo comparta con nadie.',
  },
  withdrawn: {
    subject: 'Ya no es necesario: {title}',
    heading: 'Ya no hace falta su firma',
    intro:
      '{sender} ha retirado la solicitud de firmar {title}. No tiene que hacer nada más, y el enlace recibido ya no abre el documento.',
  },
  stopped: {
    subject: 'No se completará: {title}',
    heading: 'El documento no se completará',
    declined:
      'Usted firmó {title}, enviado por {sender}. Otra persona se ha negado a firmar, así que no habrá documento final. No tiene que hacer nada más.',
    withdrawn:
      'Usted firmó {title}. {sender} lo ha retirado, así que no habrá documento final. No tiene que hacer nada más.',
  },
  declined: {
    subject: '{name} ha rechazado firmar: {title}',
    heading: 'Se ha rechazado una firma',
    intro: '{name} ({email}) ha rechazado firmar {title}. El documento ya no se puede completar.',
    reason: 'Motivo indicado por {name}',
    todo: 'Puede enviar una versión corregida; los nombres y los campos se conservan.',
  },
  expired: {
    subject: 'No se firmó a tiempo: {title}',
    heading: 'El plazo para firmar ha terminado',
    intro:
      'El plazo para firmar {title} ha terminado, así que el documento ya no se puede completar. Para continuar, envíelo de nuevo.',
    missing: 'No han firmado',
  },
  handOver: {
    subject: '¿Es para otra persona? {title}',
    heading: '¿Pasar el documento a otra persona?',
    intro:
      '{name} ({email}) debía firmar {title} y dice que es para otra persona. Puede pasarlo a la persona indicada abajo.',
    name: 'Nombre',
    email: 'Correo electrónico',
    button: 'Comprobar y pasar',
    note: 'Nada cambia hasta que lo confirme. Compruebe antes la dirección: quien reciba el enlace puede leer el documento. Si algo no encaja, no haga nada.',
  },
  personal:
    'Este enlace es solo suyo. Quien lo tenga puede firmar en su nombre, así que no reenvíe este mensaje, por favor.',
  personalCopy: 'El enlace de este mensaje es solo suyo. Quien lo tenga puede leer el documento.',
  notified: 'Recibe este mensaje porque esta dirección está registrada para las notificaciones de {sender}.',
  sentIt: 'Recibe este mensaje porque envió el documento.',
  choose: 'Elegir sobre qué recibe correos',
  openDocument: 'Abrir el documento',
  unexpected: 'Si no esperaba este mensaje, puede ignorarlo o preguntar a {sender}.',
  fallback: 'Si el botón no funciona, abra esta dirección:',
  footer: 'Enviado por Countersign en nombre de {sender}',
  sms: '{code} es su código para firmar un documento de {sender}. Es válido durante 10 minutos. No lo comparta.',
  smsInvitation: '{sender} le pide que firme «{title}». Este enlace es solo suyo, no lo reenvíe:',
}
