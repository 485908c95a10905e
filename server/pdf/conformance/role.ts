import type { Matrix } from '../geometry.ts'
import type { Stamp } from '../types.ts'
import type { StructureRole } from './structure.ts'

/** What a mark is to a reader who cannot see it; it measures `width` x `height` in the coordinates of `matrix`. */
export function structureRole(stamp: Stamp, matrix: Matrix, width: number, height: number): StructureRole {
  const bbox = corners(matrix, width, height)
  switch (stamp.kind) {
    case 'signature':
    case 'initial': {
      const what = stamp.kind === 'signature' ? 'Signature' : 'Initials'
      const alt = stamp.caption ? `${what}: ${stamp.caption.name}, ${stamp.caption.facts}` : what
      return { type: 'Figure', alt, bbox }
    }
    case 'checkbox':
      return { type: 'Figure', alt: 'Ticked box', bbox }
    case 'date':
    case 'name':
    case 'text':
      return { type: 'P', text: stamp.text }
  }
}

/** The rectangle that a drawing of `width` x `height` covers on its page. */
function corners([a, b, c, d, e, f]: Matrix, width: number, height: number): [number, number, number, number] {
  const [x, y] = [a * width + c * height + e, b * width + d * height + f]
  return [Math.min(e, x), Math.min(f, y), Math.max(e, x), Math.max(f, y)]
}
