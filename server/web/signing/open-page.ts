import type { SignerPage } from '../../domain/signing/page.ts'

/** What the page of a signer shows who may sign now. */
export type OpenPage = Extract<SignerPage, { state: 'open' }>
