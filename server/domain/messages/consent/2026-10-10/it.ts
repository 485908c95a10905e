export const it = `# Che cosa accetta
Selezionando la casella, Lei accetta di ricevere questo documento in forma elettronica e di firmarlo elettronicamente, e che la Sua firma elettronica abbia lo stesso effetto di una firma apposta a mano su carta, nei limiti consentiti dalla legge.

# Solo questo documento
Il Suo consenso riguarda questo documento e i messaggi che lo concernono. Non riguarda nient’altro che il mittente possa inviarle.

# Può rifiutare
Non ha l’obbligo di firmare elettronicamente. Scelga «Rifiuta» nella pagina di firma, oppure chiuda la pagina, e nulla viene firmato. Se preferisce firmare su carta o desidera una copia cartacea, si rivolga al mittente, il cui nome si trova in cima alla pagina di firma e nel messaggio che L’ha condotta qui. Il mittente Le dirà se una copia cartacea ha un costo.

# Può cambiare idea
Finché non preme il pulsante finale, può revocare questo consenso chiudendo la pagina o scegliendo «Rifiuta». Dopo, si rivolga al mittente. La revoca non annulla ciò che ha già firmato.

# I Suoi recapiti
Se il Suo indirizzo e-mail o un altro dato cambia o è sbagliato, lo comunichi al mittente. Il servizio di firma non può modificarlo.

# Di che cosa ha bisogno
Le servono un dispositivo con un browser web aggiornato e JavaScript attivo, un indirizzo e-mail e un modo per conservare o stampare file PDF. Se riesce a leggere questa pagina e il documento, il Suo dispositivo è adatto.

# La Sua copia
Quando tutti hanno firmato, può scaricare il documento finale dal Suo link di firma e, salvo che il mittente lo consegni in altro modo, lo riceve per e-mail. Lo conservi: in seguito il mittente può far cancellare il documento da questo servizio.

# Che cosa viene registrato
Con la Sua firma il servizio registra il Suo nome e il Suo indirizzo e-mail, quando ha aperto e firmato il documento, il Suo indirizzo di rete e il Suo browser, la versione di questo testo e un’impronta (SHA-256) del documento. La firma tramite il link in un’e-mail è una firma elettronica semplice. Se è stato verificato anche un codice inviato al Suo telefono, è una firma elettronica avanzata. Il documento finale porta un sigillo elettronico, così che ogni modifica successiva sia rilevabile.`
