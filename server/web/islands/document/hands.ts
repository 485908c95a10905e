let loading: Promise<unknown> | null = null

/** The handwriting fonts, loaded when a typed signature is first shown: most signers draw. */
export function loadHands(): Promise<unknown> {
  loading ??= import('../../styles/hands.css')
  return loading
}
