import { Countersign } from '@countersign/sdk'
import { fromPath } from '@countersign/sdk/node'

const [path, email, phone] = process.argv.slice(2)
if (!path || !email || !phone) throw new Error('usage: sms-verified FILE.pdf EMAIL +41791234567')

const client = new Countersign()
const { capabilities, sms_allowance } = await client.me.get()
if (!capabilities.sms_verification) throw new Error('this server cannot send codes by SMS')
console.log(`${sms_allowance.remaining} codes are left until ${sms_allowance.resets_at}`)

const { documentId, signers } = await client.signingRequests.create({
  file: await fromPath(path),
  signers: [
    {
      email,
      name: 'Ada Lovelace',
      phone_e164: phone,
      require_sms_verification: true,
      // The document is shown only after the code was entered. Without this key the code is requested just before signing.
      sms_gate: 'before_view',
    },
  ],
})
console.log(`Sent ${documentId}`)
for (const { signingRequestId, signatureLevel, signingUrl } of signers) {
  console.log(`${email} signs ${signatureLevel.toUpperCase()} at ${signingUrl}`)
  // A wrong number can be changed until a code has been verified; codes already sent then become void.
  const { phoneMasked, smsVerifiedAt } = await client.signingRequests.get(signingRequestId)
  console.log(`${phoneMasked}: ${smsVerifiedAt ?? 'not verified yet'}`)
}
