import type { MailTexts } from './en.ts'

export const cs: MailTexts = {
  greeting: 'Dobrý den, {name},',
  greetingUnnamed: 'Dobrý den,',
  invitation: {
    subject: '{sender} vás žádá o podpis: {title}',
    heading: 'Přečtěte si a podepište',
    intro: '{sender} vám posílá dokument k podpisu: {title}.',
    button: 'Přečíst a podepsat',
    expires: 'Podepsat můžete do {date}.',
    message: 'Zpráva od: {sender}',
  },
  reminder: {
    subject: 'Připomínka: {sender} vás žádá o podpis: {title}',
    heading: 'Váš podpis stále chybí',
    intro: '{sender} vás žádá o podpis dokumentu, který jste ještě nepodepsali: {title}.',
    custom: 'Připomenutí: {subject}',
  },
  completion: {
    subject: 'Podepsáno všemi: {title}',
    heading: 'Dokument je hotový',
    intro:
      'Dokument {title} podepsali všichni. Odesílatel: {sender}. Hotový dokument nese elektronickou pečeť, takže lze odhalit každou pozdější změnu.',
    attached: 'Je přiložen k této zprávě. Uschovejte si ho prosím.',
    tooLarge: 'Na e-mail je příliš velký. Stáhněte si ho prosím a uschovejte.',
    tooLargeForObserver: 'Na e-mail je příliš velký. Kopii vám může dát {sender}.',
    button: 'Stáhnout podepsaný dokument',
    observer: 'Tuto kopii dostáváte, protože vás {sender} uvádí jako pozorovatele.',
    fingerprint: 'SHA-256 hotového souboru',
    check: 'Ověřit, že je soubor pravý a nezměněný',
  },
  directCode: {
    subject: '{code} je váš kód, odesílatel: {sender}',
    heading: 'Potvrďte svou e-mailovou adresu',
    intro:
      'Zadejte tento kód na stránce, kde jste o něj požádali, abyste si mohli přečíst a podepsat dokument. Odesílatel: {sender}. Platí jednou, po dobu 15 minut.',
    code: 'Váš kód',
    ignore: 'Pokud jste o něj nežádali, zprávu ignorujte: bez kódu se nic nestane. Nikomu ho nesdělujte.',
  },
  withdrawn: {
    subject: 'Už není potřeba: {title}',
    heading: 'Váš podpis už není potřeba',
    intro:
      '{sender} ruší žádost o podpis dokumentu {title}. Nemusíte už nic dělat a zaslaný odkaz už dokument neotevře.',
  },
  stopped: {
    subject: 'Nebude dokončen: {title}',
    heading: 'Dokument nebude dokončen',
    declined:
      'Podepsali jste dokument {title}, odesílatel: {sender}. Někdo jiný podpis odmítl, takže hotový dokument nevznikne. Už nemusíte nic dělat.',
    withdrawn:
      'Podepsali jste dokument {title}. Odesílatel ({sender}) jej odvolal, takže hotový dokument nevznikne. Už nemusíte nic dělat.',
  },
  declined: {
    subject: '{name} odmítá podepsat: {title}',
    heading: 'Podpis byl odmítnut',
    intro: '{name} ({email}) odmítá podepsat dokument {title}. Dokument už nelze dokončit.',
    reason: 'Důvod, který uvádí {name}',
    todo: 'Můžete odeslat opravenou verzi; jména a pole zůstanou zachována.',
  },
  expired: {
    subject: 'Nepodepsáno včas: {title}',
    heading: 'Čas k podpisu vypršel',
    intro:
      'Čas k podpisu dokumentu {title} vypršel, takže jej už nelze dokončit. Chcete-li pokračovat, odešlete jej znovu.',
    missing: 'Bez podpisu',
  },
  handOver: {
    subject: 'Pro někoho jiného? {title}',
    heading: 'Předat dokument dál?',
    intro:
      '{name} ({email}) má podepsat dokument {title} a uvádí, že je určen někomu jinému. Můžete jej předat níže uvedené osobě.',
    name: 'Jméno',
    email: 'E-mail',
    button: 'Zkontrolovat a předat',
    note: 'Dokud to nepotvrdíte, nic se nezmění. Nejprve zkontrolujte adresu: kdo dostane odkaz, může si dokument přečíst. Pokud něco nesouhlasí, nedělejte nic.',
  },
  personal: 'Tento odkaz je jen váš. Kdo ho má, může podepsat vaším jménem, proto prosím tuto zprávu nepřeposílejte.',
  personalCopy: 'Odkaz v této zprávě je jen váš. Kdo ho má, může si dokument přečíst.',
  notified: 'Tuto zprávu dostáváte, protože je tato adresa zaregistrována pro oznámení pro {sender}.',
  sentIt: 'Tuto zprávu dostáváte, protože jste dokument odeslali.',
  choose: 'Vybrat, o čem chcete dostávat e-maily',
  openDocument: 'Otevřít dokument',
  unexpected: 'Pokud jste tuto zprávu nečekali, můžete ji ignorovat, nebo se zeptat odesílatele: {sender}.',
  fallback: 'Pokud tlačítko nefunguje, otevřete tuto adresu:',
  footer: 'Odesláno službou Countersign, odesílatel: {sender}',
  sms: '{code} je váš kód k podpisu dokumentu, odesílatel: {sender}. Platí 10 minut. Nikomu ho nesdělujte.',
  smsInvitation: '{sender} vás žádá o podpis dokumentu „{title}“. Tento odkaz je jen váš, nepřeposílejte ho:',
}
