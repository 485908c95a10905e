import type { MailTexts } from './en.ts'

export const sv: MailTexts = {
  greeting: 'Hej {name},',
  greetingUnnamed: 'Hej,',
  invitation: {
    subject: '{sender} ber dig att skriva under: {title}',
    heading: 'Läs och skriv under',
    intro: '{sender} har skickat ett dokument till dig för underskrift: {title}.',
    button: 'Läs och skriv under',
    expires: 'Du kan skriva under till den {date}.',
    message: 'Meddelande från {sender}',
  },
  reminder: {
    subject: 'Påminnelse: {sender} ber dig att skriva under: {title}',
    heading: 'Din underskrift saknas fortfarande',
    intro: '{sender} har skickat ett dokument till dig som du inte har skrivit under än: {title}.',
    custom: 'Påminnelse: {subject}',
  },
  completion: {
    subject: 'Underskrivet av alla: {title}',
    heading: 'Dokumentet är slutfört',
    intro:
      'Alla har skrivit under {title}, skickat av {sender}. Det färdiga dokumentet är förseglat, så att varje senare ändring kan upptäckas.',
    attached: 'Det är bifogat till det här meddelandet. Spara det.',
    tooLarge: 'Det är för stort för ett e-postmeddelande. Ladda ner det och spara det.',
    tooLargeForObserver: 'Det är för stort för ett e-postmeddelande. {sender} kan ge dig en kopia.',
    button: 'Ladda ner det underskrivna dokumentet',
    observer: 'Du får den här kopian eftersom {sender} har angett dig som observatör.',
    fingerprint: 'Den färdiga filens SHA-256',
    check: 'Kontrollera att filen är äkta och oförändrad',
  },
  directCode: {
    subject: '{code} är din kod för {sender}',
    heading: 'Bekräfta din e-postadress',
    intro:
      'Ange den här koden på sidan där du bad om den, för att läsa och skriva under ett dokument från {sender}. Den fungerar en gång, i 15 minuter.',
    code: 'Din kod',
    ignore: 'Om du inte bad om den kan du bortse från meddelandet: utan koden händer ingenting. Lämna den inte vidare.',
  },
  withdrawn: {
    subject: 'Behövs inte längre: {title}',
    heading: 'Din underskrift behövs inte längre',
    intro:
      '{sender} har dragit tillbaka begäran om att skriva under {title}. Du behöver inte göra något mer, och länken du fick öppnar inte längre dokumentet.',
  },
  stopped: {
    subject: 'Blir inte färdigt: {title}',
    heading: 'Dokumentet blir inte färdigt',
    declined:
      'Du har skrivit under {title}, skickat av {sender}. En annan person har avböjt, så det blir inget färdigt dokument. Du behöver inte göra något mer.',
    withdrawn:
      'Du har skrivit under {title}. {sender} har dragit tillbaka det, så det blir inget färdigt dokument. Du behöver inte göra något mer.',
  },
  declined: {
    subject: '{name} har avböjt: {title}',
    heading: 'En underskrift har avböjts',
    intro: '{name} ({email}) har avböjt att skriva under {title}. Dokumentet kan inte längre slutföras.',
    reason: 'Skäl från {name}',
    todo: 'Du kan skicka en rättad version; namn och fält finns kvar.',
  },
  expired: {
    subject: 'Inte underskrivet i tid: {title}',
    heading: 'Tiden för underskrift är slut',
    intro:
      'Tiden för att skriva under {title} är slut, så dokumentet kan inte längre slutföras. Skicka det igen för att fortsätta.',
    missing: 'Har inte skrivit under',
  },
  handOver: {
    subject: 'Avsett för någon annan? {title}',
    heading: 'Lämna dokumentet vidare?',
    intro:
      '{name} ({email}) skulle skriva under {title} och säger att det är avsett för någon annan. Du kan lämna det vidare till personen nedan.',
    name: 'Namn',
    email: 'E-post',
    button: 'Kontrollera och lämna vidare',
    note: 'Ingenting ändras förrän du bekräftar. Kontrollera adressen först: den som får länken kan läsa dokumentet. Om något inte stämmer behöver du inte göra något.',
  },
  personal:
    'Länken är bara din. Den som har den kan skriva under i ditt namn, så skicka inte det här meddelandet vidare.',
  personalCopy: 'Länken i det här meddelandet är bara din. Den som har den kan läsa dokumentet.',
  notified: 'Du får det här meddelandet eftersom adressen är registrerad för aviseringar från {sender}.',
  sentIt: 'Du får det här meddelandet eftersom du skickade dokumentet.',
  choose: 'Välj vad du får mejl om',
  openDocument: 'Öppna dokumentet',
  unexpected: 'Om du inte väntade dig det här meddelandet kan du bortse från det eller fråga {sender}.',
  fallback: 'Om knappen inte fungerar öppnar du den här adressen:',
  footer: 'Skickat av Countersign för {sender}',
  sms: '{code} är din kod för att skriva under ett dokument från {sender}. Den gäller i 10 minuter. Lämna den inte vidare.',
  smsInvitation: '{sender} ber dig skriva under ”{title}”. Länken är bara din, skicka den inte vidare:',
}
