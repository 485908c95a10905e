export const de = `# Womit Sie einverstanden sind
Indem Sie das Kästchen ankreuzen, erklären Sie sich damit einverstanden, dieses Dokument elektronisch zu erhalten und elektronisch zu unterschreiben, und dass Ihre elektronische Unterschrift dieselbe Wirkung hat wie eine, die Sie von Hand auf Papier setzen, soweit das Recht es zulässt.

# Nur dieses Dokument
Ihr Einverständnis gilt für dieses Dokument und die Nachrichten dazu. Es gilt für nichts anderes, was Ihnen der Absender sonst noch schickt.

# Sie können ablehnen
Sie müssen nicht elektronisch unterschreiben. Wählen Sie auf der Unterschriftsseite „Ablehnen“ oder schließen Sie die Seite, dann wird nichts unterschrieben. Wenn Sie lieber auf Papier unterschreiben oder eine Papierkopie haben möchten, wenden Sie sich an den Absender. Sein Name steht oben auf der Unterschriftsseite und in der Nachricht, die Sie hierher geführt hat. Der Absender sagt Ihnen, ob eine Papierkopie etwas kostet.

# Sie können es sich anders überlegen
Bis Sie auf die letzte Schaltfläche drücken, können Sie dieses Einverständnis zurücknehmen, indem Sie die Seite schließen oder „Ablehnen“ wählen. Danach wenden Sie sich an den Absender. Eine Rücknahme macht nicht ungeschehen, was Sie bereits unterschrieben haben.

# Ihre Kontaktdaten
Wenn sich Ihre E-Mail-Adresse oder eine andere Angabe ändert oder falsch ist, sagen Sie es dem Absender. Der Unterschriftsdienst kann sie nicht ändern.

# Was Sie brauchen
Sie brauchen ein Gerät mit einem aktuellen Webbrowser, in dem JavaScript eingeschaltet ist, eine E-Mail-Adresse und eine Möglichkeit, PDF-Dateien aufzubewahren oder zu drucken. Wenn Sie diese Seite und das Dokument lesen können, ist Ihr Gerät geeignet.

# Ihr Exemplar
Wenn alle unterschrieben haben, können Sie das fertige Dokument über Ihren Link herunterladen. Sofern der Absender es nicht auf anderem Weg zustellt, erhalten Sie es auch per E-Mail. Bewahren Sie es auf: Der Absender kann das Dokument später aus diesem Dienst löschen lassen.

# Was festgehalten wird
Mit Ihrer Unterschrift hält der Dienst Ihren Namen und Ihre E-Mail-Adresse fest, wann Sie das Dokument geöffnet und unterschrieben haben, Ihre Netzwerkadresse und Ihren Browser, die Fassung dieses Textes und einen Fingerabdruck (SHA-256) des Dokuments. Wer über den Link in einer E-Mail unterschreibt, leistet eine einfache elektronische Signatur. Wurde zusätzlich ein Code geprüft, der an Ihr Telefon gesendet wurde, ist es eine fortgeschrittene elektronische Signatur. Das fertige Dokument wird gesiegelt, sodass jede spätere Änderung erkennbar ist.`
