import { emitKeypressEvents } from 'node:readline'

/** What each key does, by what it types. */
export type Keys = Record<string, () => void>

/** Ctrl-C is a key like others while each is read as it is pressed. */
const INTERRUPT = '\u0003'

/**
 * Reads single keys where stdin is a terminal, and nothing where it is none. `q` and Ctrl-C press `q`.
 * @returns what ends it, and gives the terminal back as it was
 */
export function readKeys(keys: Keys & { q: () => void }, { stdin } = process): () => void {
  if (!stdin.isTTY) return () => {}
  const pressed = (text: string | undefined) => keys[text === INTERRUPT ? 'q' : (text ?? '')]?.()
  emitKeypressEvents(stdin)
  stdin.setRawMode(true)
  stdin.on('keypress', pressed).resume()
  return () => {
    stdin.off('keypress', pressed).pause()
    stdin.setRawMode(false)
  }
}
