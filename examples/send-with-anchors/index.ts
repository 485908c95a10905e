import { ApiError, Countersign } from '@countersign/sdk'
import { fromPath } from '@countersign/sdk/node'

const [path, tenant, landlord] = process.argv.slice(2)
if (!path || !tenant || !landlord) throw new Error('usage: send-with-anchors FILE.pdf TENANT_EMAIL LANDLORD_EMAIL')

const client = new Countersign()
const request = {
  file: await fromPath(path),
  // The roles are those of the markers in the PDF, such as [[ls:signature:tenant]].
  signers: [
    { email: tenant, role: 'tenant', name: 'Ada Lovelace' },
    { email: landlord, role: 'landlord', name: 'Grace Hopper' },
  ],
  placement: 'anchors' as const,
  metadata: { order: '7731' },
}

try {
  // A dry run first: it creates nothing and sends no email.
  const { anchors } = await client.signingRequests.validate(request)
  for (const { kind, role, page } of anchors.markers) console.log(`page ${page}: ${kind} of ${role}`)
  const { documentId, placement } = await client.signingRequests.create(request, { idempotencyKey: 'order-7731' })
  console.log(`Sent ${documentId}, placed by ${placement}`)
} catch (error) {
  if (!(error instanceof ApiError && error.is('signer_has_no_anchor'))) throw error
  console.error(`The PDF has no marker for the role ${error.body.meta.role}`)
  process.exitCode = 1
}
