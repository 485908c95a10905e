export const fr = `# Ce que vous acceptez
En cochant la case, vous acceptez de recevoir ce document par voie électronique et de le signer électroniquement, et que votre signature électronique ait le même effet qu’une signature manuscrite sur papier, dans la mesure permise par la loi.

# Ce document uniquement
Votre accord porte sur ce document et sur les messages qui le concernent. Il ne porte sur rien d’autre que l’expéditeur pourrait vous envoyer.

# Vous pouvez refuser
Rien ne vous oblige à signer électroniquement. Choisissez « Refuser » sur la page de signature ou fermez la page : rien n’est alors signé. Si vous préférez signer sur papier ou souhaitez une copie sur papier, adressez-vous à l’expéditeur, dont le nom figure en haut de la page de signature et dans le message qui vous a conduit ici. L’expéditeur vous dira si une copie sur papier est payante.

# Vous pouvez changer d’avis
Tant que vous n’avez pas appuyé sur le dernier bouton, vous pouvez retirer cet accord en fermant la page ou en choisissant « Refuser ». Ensuite, adressez-vous à l’expéditeur. Un retrait n’annule pas ce que vous avez déjà signé.

# Vos coordonnées
Si votre adresse e-mail ou une autre donnée change ou est erronée, dites-le à l’expéditeur. Le service de signature ne peut pas la modifier.

# Ce dont vous avez besoin
Il vous faut un appareil doté d’un navigateur web récent où JavaScript est activé, une adresse e-mail et un moyen de conserver ou d’imprimer des fichiers PDF. Si vous pouvez lire cette page et le document, votre appareil convient.

# Votre exemplaire
Quand tout le monde a signé, vous pouvez télécharger le document final depuis votre lien de signature et, sauf si l’expéditeur le remet autrement, vous le recevez par e-mail. Conservez-le : l’expéditeur peut faire supprimer le document de ce service plus tard.

# Ce qui est enregistré
Avec votre signature, le service enregistre votre nom et votre adresse e-mail, le moment où vous avez ouvert et signé le document, votre adresse réseau et votre navigateur, la version de ce texte et une empreinte (SHA-256) du document. Signer par le lien d’un e-mail constitue une signature électronique simple. Si un code envoyé sur votre téléphone a également été vérifié, il s’agit d’une signature électronique avancée. Le document final porte un cachet électronique, de sorte que toute modification ultérieure est détectable.`
