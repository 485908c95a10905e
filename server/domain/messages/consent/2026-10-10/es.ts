export const es = `# Qué acepta
Al marcar la casilla, usted acepta recibir este documento por medios electrónicos y firmarlo electrónicamente, y que su firma electrónica tenga el mismo efecto que la que pondría a mano en papel, en la medida en que la ley lo permita.

# Solo este documento
Su aceptación se refiere a este documento y a los mensajes sobre él. No se refiere a ninguna otra cosa que el remitente pueda enviarle.

# Puede negarse
No tiene la obligación de firmar electrónicamente. Elija «Rechazar» en la página de firma, o cierre la página, y no se firmará nada. Si prefiere firmar en papel o desea una copia en papel, diríjase al remitente, cuyo nombre figura en la parte superior de la página de firma y en el mensaje que le ha traído aquí. El remitente le dirá si una copia en papel tiene algún coste.

# Puede cambiar de opinión
Hasta que pulse el botón final puede retirar esta aceptación cerrando la página o eligiendo «Rechazar». Después, diríjase al remitente. La retirada no deshace lo que ya haya firmado.

# Sus datos de contacto
Si su dirección de correo electrónico u otro dato cambia o es incorrecto, comuníqueselo al remitente. El servicio de firma no puede cambiarlo.

# Qué necesita
Necesita un dispositivo con un navegador web actual que tenga JavaScript activado, una dirección de correo electrónico y una forma de conservar o imprimir archivos PDF. Si puede leer esta página y el documento, su dispositivo es adecuado.

# Su copia
Cuando todas las personas hayan firmado, podrá descargar el documento final desde su enlace de firma y, salvo que el remitente lo entregue de otro modo, lo recibirá por correo electrónico. Consérvelo: más adelante el remitente puede hacer que se elimine el documento de este servicio.

# Qué se registra
Con su firma, el servicio registra su nombre y su dirección de correo electrónico, cuándo abrió y firmó el documento, su dirección de red y su navegador, la versión de este texto y una huella (SHA-256) del documento. Firmar mediante el enlace de un correo electrónico constituye una firma electrónica simple. Si además se ha comprobado un código enviado a su teléfono, constituye una firma electrónica avanzada. El documento final lleva un sello electrónico, de modo que se puede detectar cualquier cambio posterior.`
