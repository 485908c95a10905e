import type { SignerPage } from '../../domain/signing/page.ts'

/** The sender's picture, where there is one. The sender's name stands beside it, so it is not read out. */
export function Logo({ page: { look }, base }: { page: Pick<SignerPage, 'look'>; base: string }) {
  if (look.logo === null) return null
  return <img class="logo" src={`${base}/logo?${look.logo}`} alt="" />
}
