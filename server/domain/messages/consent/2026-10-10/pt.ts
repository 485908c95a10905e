export const pt = `# O que aceita
Ao marcar a caixa, aceita receber este documento por via eletrónica e assiná-lo eletronicamente, e que a sua assinatura eletrónica tenha o mesmo efeito que uma assinatura feita à mão em papel, na medida em que a lei o permita.

# Apenas este documento
A sua aceitação abrange este documento e as mensagens sobre ele. Não abrange mais nada que o remetente possa enviar-lhe.

# Pode recusar
Não tem a obrigação de assinar eletronicamente. Escolha «Recusar» na página de assinatura, ou feche a página, e nada é assinado. Se preferir assinar em papel ou quiser uma cópia em papel, contacte o remetente, cujo nome está no topo da página de assinatura e na mensagem através da qual chegou aqui. O remetente dir-lhe-á se uma cópia em papel tem algum custo.

# Pode mudar de ideias
Até premir o botão final, pode retirar esta aceitação fechando a página ou escolhendo «Recusar». Depois disso, contacte o remetente. A retirada não anula o que já assinou.

# Os seus contactos
Se o seu endereço de e-mail ou outro dado mudar ou estiver errado, informe o remetente. O serviço de assinatura não o pode alterar.

# Do que precisa
Precisa de um dispositivo com um navegador web atual com JavaScript ativado, de um endereço de e-mail e de uma forma de guardar ou imprimir ficheiros PDF. Se consegue ler esta página e o documento, o seu dispositivo é adequado.

# A sua cópia
Quando todas as pessoas tiverem assinado, pode descarregar o documento final a partir do seu link de assinatura e, a menos que o remetente o entregue de outra forma, recebe-o por e-mail. Guarde-o: mais tarde, o remetente pode mandar eliminar o documento deste serviço.

# O que fica registado
Com a sua assinatura, o serviço regista o seu nome e endereço de e-mail, quando abriu e assinou o documento, o seu endereço de rede e navegador, a versão deste texto e uma impressão digital (SHA-256) do documento. Assinar através do link de um e-mail constitui uma assinatura eletrónica simples. Se também tiver sido verificado um código enviado para o seu telefone, constitui uma assinatura eletrónica avançada. O documento final tem um selo eletrónico, pelo que qualquer alteração posterior pode ser detetada.`
