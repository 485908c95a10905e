import type { Upload } from '../../../../domain/bulk/read.ts'
import { Pill, type Tone } from '../../parts/pieces.tsx'

const STATES: Record<Upload['state'], [tone: Tone, word: string]> = {
  checking: ['wait', 'Being checked'],
  checked: ['wait', 'Checked, not sent'],
  sending: ['wait', 'Being sent'],
  stopped: ['bad', 'Stopped'],
  done: ['ok', 'Done'],
}

/** How far the file is. */
export function StatePill({ upload }: { upload: Upload }) {
  const [tone, word] = STATES[upload.state]
  return <Pill tone={tone}>{word}</Pill>
}
