import type { PageBase } from '../../domain/signing/page.ts'
import type { Language } from '../locales/index.ts'

/** All signers with their status. */
export function SignerList({ signers, language }: { signers: PageBase['signers']; language: Language }) {
  const { open, status } = language.messages
  return (
    <ul>
      {signers.map((signer) => (
        <li>
          <bdi>{signer.name ?? signer.email}</bdi>
          {signer.own && ` ${open.you}`}: {status[signer.status]}
        </li>
      ))}
    </ul>
  )
}
