import type { Countersign } from '@countersign/sdk'
import { fromPath } from '@countersign/sdk/node'

export interface Lease {
  /** Our number; sending the same lease again does nothing. */
  number: string
  pdf: string
  tenant: string
  landlord: string
}

/** Sends a lease to its two parties, the tenant first. @returns what to store of it */
export async function sendLease(client: Countersign, lease: Lease, callbackUrl?: string) {
  const { documentId, callback } = await client.signingRequests.create(
    {
      file: await fromPath(lease.pdf),
      // The roles are those of the markers in the PDF, as [[ls:signature:tenant]].
      signers: [
        { email: lease.tenant, role: 'tenant' },
        { email: lease.landlord, role: 'landlord' },
      ],
      signing_mode: 'sequential',
      placement: 'anchors',
      metadata: { lease: lease.number },
      ...(callbackUrl !== undefined && { callback_url: callbackUrl }),
    },
    { idempotencyKey: `lease-${lease.number}` },
  )
  return { documentId, secret: callback?.secret }
}

/** Who was invited and did not get the mail. */
export async function unreached(client: Countersign, documentId: string): Promise<string[]> {
  const { signers } = await client.documents.get(documentId)
  return signers.filter(({ status, emailed }) => status !== 'queued' && emailed === false).map(({ email }) => email)
}
