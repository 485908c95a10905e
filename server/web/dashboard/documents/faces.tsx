import { inSigningOrder, type SignerRow } from '../../../domain/records/documents.ts'
import { initials, ownStatus, personName } from './words.ts'

const SHOWN = 4

/** Signers by their initials, named for whoever does not see or know them. */
export function Faces({ signers }: { signers: SignerRow[] }) {
  const ordered = inSigningOrder(signers)
  const shown = ordered.length > SHOWN + 1 ? ordered.slice(0, SHOWN) : ordered
  const more = signers.length - shown.length
  return (
    <span class="people">
      {shown.map((signer) => (
        <Face signer={signer} />
      ))}
      {more > 0 && (
        <span class="face" role="img" aria-label={`and ${more} more`}>
          +{more}
        </span>
      )}
    </span>
  )
}

function Face({ signer }: { signer: SignerRow }) {
  const label = `${personName(signer)}, ${ownStatus(signer)}`
  return (
    <span class={signer.status === 'signed' ? 'face ok' : 'face'} role="img" aria-label={label} title={label}>
      {initials(signer)}
    </span>
  )
}
