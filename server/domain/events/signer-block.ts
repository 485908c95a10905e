import type { Selectable } from 'kysely'
import type { SigningRequestsTable } from '../../db/schema.ts'

/** The signer as shown in events (contract 6.3). `slot` is the template slot, else the stored signing order. */
export interface SignerBlock {
  email: string
  name: string | null
  role: string | null
  slot: number | null
  reference: string | null
  company: string | null
  job_title: string | null
}

export function signerBlock(signer: Selectable<SigningRequestsTable>): SignerBlock {
  return {
    email: signer.email,
    name: signer.name,
    role: signer.role,
    slot: signer.slot ?? signer.signing_order,
    reference: signer.reference,
    company: signer.company,
    job_title: signer.job_title,
  }
}
