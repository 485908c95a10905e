import type { Rect } from '../geometry.ts'
import type { Marker } from '../types.ts'
import type { Glyph } from './glyphs.ts'

/** A marker in the content: its glyphs and the rectangle around them, in user space. */
export interface FoundMarker extends Pick<Marker, 'kind' | 'role' | 'fieldKey'> {
  glyphs: Glyph[]
  rect: Rect
}
