export const en = `# What you agree to
By ticking the box you agree to receive this document electronically, to sign it electronically, and that your electronic signature has the same effect as one you would write by hand on paper, as far as the law allows.

# Only this document
Your agreement covers this document and the messages about it. It covers nothing else that the sender may send you.

# You may refuse
You do not have to sign electronically. Choose Decline on the signing page, or close the page, and nothing is signed. If you would rather sign on paper, or want a paper copy, ask the sender, whose name stands at the top of the signing page and in the message that brought you here. The sender tells you whether a paper copy costs anything.

# You may change your mind
Until you press the final button you may withdraw this agreement by closing the page or by choosing Decline. After that, tell the sender. A withdrawal does not undo what you have already signed.

# Your contact details
If your email address or another detail changes or is wrong, tell the sender. The signing service cannot change it.

# What you need
You need a device with a current web browser that has JavaScript switched on, an email address, and a way to keep or print PDF files. If you can read this page and the document, your device is suitable.

# Your copy
When everyone has signed, you can download the finished document from your signing link and, unless the sender delivers it another way, you get it by email. Keep it: the sender may have the document deleted from this service later.

# What is recorded
With your signature the service records your name and email address, when you opened and signed the document, your network address and browser, the version of this text, and a fingerprint (SHA-256) of the document. Signing by the link in an email makes a simple electronic signature. When a code sent to your phone was checked as well, it makes an advanced one. The finished document is sealed, so that any later change can be detected.`
