import type { Translation } from '../../domain/locales.ts'

/**
 * The texts of the signing pages. `fill` replaces `{name}`; `plural` picks a form of an object with `one` and `other`.
 * The texts under `page` are sent to the browser, the rest is rendered by the server.
 */
export const en = {
  open: {
    documentTitle: 'Sign: {title}',
    skip: 'Skip to the signing step',
    readAsText: 'Read the document as text',
    views: 'How the document is shown',
    viewPage: 'Page',
    viewText: 'Text',
    more: 'More',
    deadline: 'Please sign by {date}.',
    decline: 'Decline',
    intro: '{sender} asks you to review and sign this document. Read it, then press Start.',
    greeting: 'Hello {name}.',
    message: 'Message from {sender}',
    wholeMessage: 'Show the whole message',
    about: 'About this document',
    notMe: 'This is not for me',
    proposed: 'You told {sender} that {name} should sign instead. {sender} decides whether to pass the document on.',
    ignored: 'You told {sender} that {name} should sign instead. {sender} asks you to sign yourself.',
    file: 'File',
    openFile: 'Open the PDF to read or print',
    expires: 'Can be signed until',
    signers: 'Signers',
    you: '(you)',
    step: 'Signing step',
    pages: 'Document',
    page: 'Page {page} of {pages}',
    consent: 'I agree to use electronic records and signatures.',
    disclosure: 'Read the disclosure',
    newTab: '(opens in a new tab)',
    noScript:
      'To sign, switch on JavaScript in your browser and reload this page. You can read the document without it.',
    notStarted: 'This page has not finished loading. If it stays like this, try again or use another browser.',
    otherTodo: '{kind} of {name}',
    otherDone: '{kind} of {name}, done',
    otherUnnamed: 'another signer',
    deadTitle: 'This document can no longer be completed',
    dead: {
      declined:
        'Another signer has declined. You may still sign or decline, but there will be no finished document. Ask {sender} what happens next.',
      withdrawn:
        '{sender} has withdrawn the request to another signer. You may still sign or decline, but there will be no finished document. Ask {sender} what happens next.',
      expired:
        'The request to another signer has expired. You may still sign or decline, but there will be no finished document. Ask {sender} what happens next.',
    },
  },

  status: {
    queued: 'not yet their turn',
    pending: 'invited',
    viewed: 'has opened the document',
    signed: 'has signed',
    declined: 'has declined',
    withdrawn: 'withdrawn',
    expired: 'expired',
  },

  kinds: {
    signature: 'Signature',
    initial: 'Initials',
    date: 'Date of signing',
    name: 'Full name',
    text: 'Text',
    checkbox: 'Checkbox',
    table: 'Table',
  },

  signatureDialog: {
    signatureTitle: 'Create your signature',
    initialTitle: 'Create your initials',
    draw: 'Draw',
    type: 'Type',
    upload: 'Upload',
    padLabel: 'Drawing area',
    drawHelp: 'Draw with a finger, mouse or pen. If you only use the keyboard, choose Type.',
    clear: 'Clear',
    typeSignature: 'Type your full name',
    typeInitial: 'Type your initials',
    typeHelp: 'In any script. Choose how it looks on the document.',
    styles: 'Handwriting',
    styleNumber: 'Handwriting {number}',
    removePaper: 'Remove the paper behind the signature',
    preview: 'Preview',
    uploadLabel: 'Choose a picture of your signature',
    uploadHelp: 'PNG or JPEG. A photo of ink on white paper works well.',
    cancel: 'Cancel',
    apply: 'Apply',
  },

  declineDialog: {
    title: 'Decline to sign?',
    help: '{sender} will be told that you declined, and your reason if you give one. This is final: the document can then no longer be completed.',
    reason: 'Reason (optional)',
    notMeTitle: 'Not meant for you?',
    notMeHelp:
      '{sender} will be told that this document reached the wrong person. This is final: the document can then no longer be completed. If only your name is misspelled, ask {sender} instead.',
    notMeReason: 'This document is not meant for me.',
    cancel: 'Go back',
    confirm: 'Decline for good',
  },

  /** "This is not for me": the signer names somebody else, or declines. */
  handOverDialog: {
    title: 'Not meant for you?',
    help: 'Tell {sender} who should sign instead. {sender} decides whether to pass the document on; until then nothing changes. If only your name is misspelled, ask {sender} instead.',
    name: 'Full name of the right person',
    email: 'Email address of that person',
    send: 'Tell the sender',
    cancel: 'Go back',
    decline: 'I do not know who. Decline instead.',
    sent: '{sender} has been told. There is nothing else for you to do.',
    close: 'Close',
  },

  /** The link as a code that a phone reads, in a wide window. */
  phoneDialog: {
    title: 'Continue on your phone',
    help: 'Point the camera of your phone at this code. The page opens there, with what you have filled in. Show the code to nobody else: it is your personal link.',
    code: 'QR code with the link to this page',
    link: 'Link to this page',
    copy: 'Copy the link',
    copied: 'Copied',
  },

  /** The step that confirms a phone number by a code. */
  sms: {
    title: 'Confirm your phone',
    beforeView: '{sender} asks you to confirm your phone number before {title} is shown.',
    beforeSign: '{sender} asks you to confirm your phone number. After that your signature is recorded.',
    phone: 'The code will be sent by text message (SMS) to',
    label: 'Code from the text message',
    help: '6 digits',
    send: 'Send the code',
    confirm: 'Confirm',
    cancel: 'Go back',
    noScript: 'To confirm your phone, switch on JavaScript in your browser and reload this page.',
  },

  /** Sent to the browser with the page. */
  page: {
    start: 'Start',
    next: 'Next field',
    finish: 'Finish and sign',
    signing: 'Signing…',
    sign: 'Sign here',
    initial: 'Initial here',
    addSignature: 'Add signature',
    addInitial: 'Add initials',
    change: 'Change',
    back: 'Back',
    moreFit: { one: '{count} more character fits', other: '{count} more characters fit' },
    tooMany: { one: '{count} character too many', other: '{count} characters too many' },
    optionalLeft: { one: '{count} optional field left', other: '{count} optional fields left' },
    progress: { one: '{done} of {count} required field done', other: '{done} of {count} required fields done' },
    allDone: 'Ready to sign',
    nothingToFill: 'Nothing to fill in',
    stepOf: '{label}, page {page}',
    nthOf: '{label} {number} of {count}',
    loadingText: 'Loading the text …',
    textFailed: 'The text cannot be shown here. The pages are under “Page”.',
    noText: 'There is no text on this page: it may be a scan. Look at it under “Page”.',
    optional: '(optional)',
    required: 'required',
    yourName: 'Your full name',
    missingGlyphs: 'The document cannot show these characters; boxes will stand in their place: {characters}',
    fieldTodo: '{label}, {required}',
    fieldTodoOptional: '{label}, optional',
    fieldDone: '{label}, done: {value}',
    fieldDoneNoValue: '{label}, done',
    dateFilled: '{label}, filled in when you sign: {value}',
    checked: 'ticked',
    unchecked: 'not ticked',
    errors: {
      required: 'Please fill in this field.',
      mustCheck: 'Please tick this box to continue.',
      chooseOne: 'Please tick one of the options.',
      tooLong: 'At most {max} characters.',
      wrongForm: 'Please write it like this: {example}',
      consent: 'Please tick the box to agree before you sign.',
      draw: 'Please draw a little more.',
      typed: 'Please type something first.',
      pictureType: 'Please choose a PNG or JPEG picture.',
      pictureSize: 'This picture is larger than 10 MB. Please choose a smaller one.',
      pictureBroken: 'This picture cannot be read. Please choose another one.',
      pictureBlank: 'There is nothing to see in this picture. Please choose another one.',
      lettersAltered:
        'Your browser’s privacy protection alters pictures, so a signature with these letters cannot be sent from here. Please draw it, or use another browser.',
      pictureAltered:
        'Your browser’s privacy protection alters pictures, so this one cannot be made smaller. Please choose one of at most 1 MB, draw your signature, or use another browser.',
      fieldsMissing: 'Some required fields are still empty.',
      fieldInvalid: 'One of your entries was not accepted. Please check it.',
      valuesChanged: 'Some entries were changed in another window. Please check them.',
      smsRequired: 'A code sent to your phone has to be confirmed first.',
      offline: 'You seem to be offline. Your entries stay on this page and are saved when the connection is back.',
      notSaved: 'Your entries could not be saved yet. Trying again…',
      failed: 'That did not work. Please try again. Nothing has been lost.',
      fileDamaged:
        'A file of this document is damaged, so it cannot be signed at the moment. Your entries are kept. Please tell the sender.',
      document: 'The document could not be loaded. Check your connection and try again.',
      viewer:
        'The document cannot be shown in this browser at the moment. Try again, use another browser, or download the document.',
      slow: 'The document is taking longer than usual to load. You can wait, try again, use another browser, or download the document.',
      notDisplayed:
        'Page {page} could not be displayed, so you cannot sign yet. Try again there, or download the document and read it.',
    },
    displaying: 'Loading pages: {done} of {count}',
    undrawn: {
      page: 'Page {page} could not be displayed.',
      download: 'Download the document',
      counts: 'You can also download the document and read it there. That counts as having seen it.',
      downloaded: 'Downloaded. Once you have read it, you can sign.',
    },
    saved: 'Saved',
    backOnline: 'You are back online.',
    resume: 'Continue',
    /** The rows of a table, and the look at the document before it is signed. */
    rows: {
      enter: 'Enter the rows',
      add: 'Add a row',
      row: 'Row {row}',
      remove: 'Remove row {row}',
      up: 'Move row {row} up',
      down: 'Move row {row} down',
      count: { one: '{count} row', other: '{count} rows' },
      most: 'At most {max} rows.',
      done: 'Done',
      wrong: 'Some entries are missing or cannot be read. Please check them.',
      preparing: 'Preparing the document…',
      title: 'This is what you sign',
      help: 'The document with your entries and your signature. Only the time of signing can still change.',
      back: 'Go back',
      changed: 'Something has changed. Please look at the document again.',
    },
    handOver: {
      sending: 'Telling the sender…',
      invalid: 'Please enter a name and an email address.',
      tooMany: 'You have named several people already. Please contact {sender}.',
    },
    retry: 'Try again',
    zoom: 'Zoom, now {percent} %',
    declining: 'Declining…',
    sms: {
      send: 'Send the code',
      resend: 'Send a new code',
      sending: 'Sending…',
      checking: 'Checking…',
      sent: 'A code was sent to {phone}. It can take a minute to arrive, and it works for {wait}.',
      resendIn: 'No message yet? You can ask for a new code in {wait}.',
      noneLeft: 'Too many codes have been sent. You can ask for a new one in {wait}.',
      throttled: 'Too many codes were requested from your connection. Please wait a moment.',
      wrong: {
        one: 'This is not the right code. You have {count} more try.',
        other: 'This is not the right code. You have {count} more tries.',
      },
      spent: 'This code no longer works. Please ask for a new one.',
      malformed: 'Please enter the 6 digits from the text message.',
      locked:
        'Too many codes were requested or entered wrongly. Nobody can try again until {sender} sends you a reminder or changes your number.',
      offline: 'You seem to be offline. Please try again when the connection is back.',
      failed: {
        invalid_number: 'No message could be sent to {phone}: the number is not valid. Ask {sender} to change it.',
        landline: '{phone} is a landline and cannot receive text messages. Ask {sender} for another number.',
        blocked: 'No code can be sent to {phone} at the moment. Ask {sender} for another number.',
        rate_limited: 'Too many codes have been sent. Please use the newest, or wait until it has expired.',
        allowance_exhausted: 'No code can be sent at the moment. Please tell {sender}, who can look into it.',
        not_configured: 'This service cannot send codes. Please tell {sender}.',
        provider_error: 'The code could not be sent. Please try again in a moment.',
      },
      seconds: { one: '{count} second', other: '{count} seconds' },
      minutes: { one: '{count} minute', other: '{count} minutes' },
    },
  },

  states: {
    ask: 'Questions? Ask {sender}.',
    unknown: {
      title: 'This link does not work',
      what: 'The link may be incomplete, or it has been replaced by a newer one.',
      todo: 'Open the newest message about this document and use its link, or copy the whole address into your browser.',
      ask: 'If that does not help, ask the person who sent you the document for a new link.',
    },
    nothing: {
      title: 'There is nothing at this address',
      what: 'The address may be incomplete, or the page has moved.',
      todo: 'If you were asked to sign a document, open the link in the message you got.',
    },
    back: 'Continue to {site}',
    queued: {
      title: 'It is not your turn yet',
      what: '{sender} has asked several people to sign {title}, one after the other. Someone before you has not signed yet.',
      todo: 'There is nothing to do now. When it is your turn, this same link opens the document.',
    },
    expired: {
      title: 'This request has expired',
      what: 'The time to sign {title} has run out. It can no longer be signed here.',
      todo: 'If you still want to sign, ask {sender} to send it again.',
    },
    passedOn: {
      title: 'The document was passed on',
      what: '{sender} has passed {title} on to {name}, as you suggested. This link no longer opens it.',
    },
    withdrawn: {
      title: 'This request was withdrawn',
      what: '{sender} no longer asks you to sign {title}.',
      todo: 'There is nothing to do.',
    },
    declined: {
      title: 'You declined to sign',
      what: '{sender} has been told that you will not sign {title}.',
      todo: 'If you change your mind, ask {sender} to send it again.',
    },
    signed: {
      title: 'You have signed',
      what: 'Your signature on {title} is recorded.',
      waiting: {
        one: 'One more person has to sign. Then the finished document can be downloaded here.',
        other: '{count} more people have to sign. Then the finished document can be downloaded here.',
      },
      keepLink:
        'Keep this link: the finished document will be here. It also comes by email, unless {sender} sends it another way.',
      dead: 'Another signer has not signed and no longer can, so there will be no finished document. Ask {sender} what happens next.',
      abandoned:
        'Everyone has signed, but the document could not be completed for technical reasons, so there will be no finished document. Ask {sender} what happens next.',
    },
    sealing: {
      title: 'You have signed',
      what: 'Everyone has signed {title}. The finished document is being sealed. This page will show it as soon as it is ready.',
      working: 'Sealing the document…',
      late: 'This is taking longer than usual. Nothing is lost: you can close this page and come back with the same link.',
    },
    sealed: {
      title: 'The document is complete',
      what: 'Everyone has signed {title}. It is sealed, so that any later change can be detected.',
      todo: 'Download it and keep it. It may be deleted here later.',
      ready: 'The finished document is ready.',
      download: 'Download the signed PDF',
      open: 'Open it to read or print',
      fingerprint: 'SHA-256 of the file',
      check: 'Check that it is genuine',
    },
    deleted: {
      title: 'The document has been deleted here',
      what: 'Everyone signed {title}. {sender} has since had it deleted from this service.',
      todo: 'Ask {sender} for a copy.',
    },
    failed: {
      title: 'Something went wrong on our side',
      what: 'The page could not be shown. Nothing you did is lost.',
      todo: 'Please reload the page in a moment.',
      reference: 'Reference: {id}',
    },
    on: 'On {date}',
  },

  /** Only in a frame on another site. */
  embed: {
    soon: 'This session ends in about a minute. What you have filled in is saved: you can open the document again and go on.',
    again: 'Try again',
    done: {
      title: 'This request is closed',
      what: 'There is nothing left to do here. You can go on with the page you came from.',
    },
    expired: {
      title: 'This session has ended',
      what: 'For your safety it was only open for a short time. What you have filled in is saved.',
      todo: 'Go back to the page you came from and open the document again.',
    },
    revoked: {
      title: 'This session was ended',
      what: 'The page you came from has ended it. What you have filled in is saved.',
      todo: 'Go back to that page. If it does not help, open the link in the message you got about this document.',
    },
    key_revoked: {
      title: 'This session was ended',
      what: 'The page you came from is no longer allowed to open documents here. What you have filled in is saved.',
      todo: 'Open the link in the message you got about this document, or ask the person who sent it.',
    },
    not_found: {
      title: 'This session does not work',
      what: 'It may have ended, or its address is incomplete.',
      todo: 'Go back to the page you came from and open the document again.',
    },
    sms_required: {
      title: 'Confirm your phone first',
      what: 'This document is shown only after a code sent to your phone is confirmed. That cannot be done inside another page.',
      todo: 'Open the link in the message you got about this document and confirm the code there. Then come back.',
    },
    unavailable: {
      title: 'The document cannot be opened just now',
      what: 'Part of our service is not responding. Nothing you did is lost.',
      todo: 'Please try again in a moment.',
    },
    failed: {
      title: 'Something went wrong on our side',
      what: 'The document could not be shown. Nothing you did is lost.',
      todo: 'Please try again in a moment.',
    },
  },

  /** The page behind the link in the email to the sender. */
  handOver: {
    title: 'Pass the document on?',
    what: '{name} was asked to sign {title} and says that it is meant for someone else.',
    now: 'Asked until now',
    instead: 'Should sign instead',
    todo: 'If you confirm, the link of {name} stops working, and the new person can read and sign the document. Check the address: it is what {name} typed.',
    phone: 'Mobile number of the new person',
    phoneHelp:
      'With country code, such as +41 79 123 45 67. The signature needs a code sent to this phone; it cannot be the number used so far.',
    phoneInvalid: 'Please enter a mobile number with its country code that differs from the one used so far.',
    confirm: 'Yes, pass it on',
    ignore: 'No, {name} stays the signer',
    ignoredTitle: 'Nothing was passed on',
    ignored: '{name} is still asked to sign {title}, and reads so on the signing page.',
    doneTitle: 'Passed on',
    done: '{name} has been sent an invitation to sign {title}.',
    doneQuiet: '{name} can now sign {title}. No email was sent: please deliver the new link yourself.',
    goneTitle: 'This can no longer be confirmed',
    gone: 'The request has been passed on already, has ended, or the signer has gone on with it. Nothing was changed.',
  },

  /** The pages behind a direct link, and what is printed with its QR code. */
  direct: {
    title: 'Review and sign',
    what: '{sender} asks you to review and sign {title}.',
    todo: 'Please say who you are. We email you a code that confirms your address, and then the document opens.',
    email: 'Your email address',
    nameInvalid: 'Please enter your full name.',
    emailInvalid: 'Please enter an email address, such as name@example.com.',
    codeTitle: 'Check your email',
    sent: 'A code is on its way to {email}. It works once, for 15 minutes. Look among your unwanted mail, too.',
    code: 'Code from the email',
    codeHelp: 'Six letters and digits',
    another: 'Use another address',
    poster: 'Point the camera of your phone at this code to read and sign.',
    limited: {
      title: 'Too many codes',
      what: 'Too many codes were asked for. Use one that has arrived, or try again in an hour.',
    },
    closed: {
      title: 'This link is not in use',
      what: 'Nothing can be signed by this link at the moment. If you were asked to use it, ask {sender} for another one.',
    },
    full: {
      title: 'This cannot be started just now',
      what: 'Nothing was signed or sent. Try again later, or tell {sender}.',
    },
  },

  disclosure: {
    title: 'Electronic records and signatures',
    version: 'Version {version}',
    fingerprint: 'SHA-256 of this text',
    notReviewed: 'This translation has not been checked by a lawyer yet.',
    english: 'Read the English text',
  },

  /** `/verify`: a signed file is judged in the browser. */
  verify: {
    title: 'Check a signed document',
    what: 'See whether a PDF is genuine and unchanged. Your browser does the check: the file stays on your device.',
    choose: 'Choose a PDF',
    drop: 'or drop it here',
    noScript: 'To check a file, switch on JavaScript in your browser and reload this page.',
    sealedBy: 'Sealed by',
    sealedOn: 'Sealed on',
    stampedBy: 'Time stamp by',
    steps: 'How this was checked, step by step',
    another: 'Check another file',
    /** Sent to the browser with the page. */
    page: {
      checking: 'Checking the file…',
      ownClock: '{time}, by the clock of whoever sealed it',
      passed: 'passed',
      failed: 'failed',
      verdicts: {
        genuine: {
          title: 'Genuine and unchanged',
          what: 'It was sealed by this service, and nothing in it was changed since.',
        },
        ended: {
          title: 'Unchanged, but the proof has run out',
          what: 'It was sealed by this service. The time stamp that proves when has expired: ask the sender for a renewed copy.',
        },
        untrusted: {
          title: 'Unchanged, but sealed by someone not known here',
          what: 'Nothing was changed since it was sealed. Anyone can make a seal in any name, and this service does not know this one: ask the sender whether it is theirs.',
        },
        other: {
          title: 'Signed in another way',
          what: 'The signature fits this file, but it is not a seal of this service, and not everything about it could be confirmed. Check it in a PDF reader as well.',
        },
        added: {
          title: 'Something was added after it was signed',
          what: 'What you see may differ from what was signed. Ask the sender for the original.',
        },
        changed: {
          title: 'Changed, or not validly signed',
          what: 'This is not the file that was signed. Do not rely on it, and ask the sender for the original.',
        },
        unsigned: { title: 'Not signed', what: 'There is no signature or seal in this PDF.' },
        broken: { title: 'This PDF cannot be read', what: 'It may be incomplete, damaged or protected by a password.' },
        notPdf: { title: 'This is not a PDF', what: 'Choose the signed PDF that you received.' },
        unreadable: { title: 'The file could not be opened', what: 'Your browser could not read it. Choose it again.' },
        unsupported: {
          title: 'Files cannot be checked here',
          what: 'Open this page in a current browser, at an address that begins with https://.',
        },
      },
    },
  },

  language: { label: 'Language' },
}

/** The texts that every language must have: a missing one does not compile. */
export type Messages = Translation<typeof en>
