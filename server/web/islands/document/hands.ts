import '../../styles/hands.css'

/**
 * Shows the samples of those hands that have the letters typed so far; where none has them all, they would look the
 * same, and one is shown. Chooses the first that is shown if the chosen one is not.
 */
export async function offerHands(samples: HTMLElement[], typed: HTMLInputElement): Promise<void> {
  const text = typed.value
  const writes = await Promise.all(samples.map((sample) => hasLetters(getComputedStyle(sample).fontFamily, text)))
  if (text !== typed.value) return
  const offered = samples.filter((_, at) => (writes.includes(true) ? writes[at] : at === 0))
  for (const sample of samples) sample.parentElement!.hidden = !offered.includes(sample)
  const radioOf = (sample: HTMLElement) => sample.parentElement!.querySelector('input')!
  if (!offered.some((sample) => radioOf(sample).checked)) radioOf(offered[0]!).checked = true
}

async function hasLetters(families: string, text: string): Promise<boolean> {
  const [family] = families.split(',')
  const letters = new Set(text.match(/\p{L}/gu))
  // A font that the connection lost cannot be shown either.
  const faces = [...letters].map((letter) => document.fonts.load(`20px ${family}`, letter).catch(() => []))
  return (await Promise.all(faces)).every((found) => found.length > 0)
}
