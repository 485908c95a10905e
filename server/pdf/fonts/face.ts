import { readFileSync } from 'node:fs'
import { Encodings, Font as StandardMetrics } from '@pdf-lib/standard-fonts'
import type * as HarfBuzz from 'harfbuzzjs'
import { readTrueType, type TrueTypeFile } from './truetype.ts'

/** One glyph in place. Lengths are in ems: times the font size they are points. */
export interface PlacedGlyph {
  /** Number in the font file; the WinAnsi code in a standard font. */
  id: number
  /** The text that extraction should yield for it; may be empty. */
  text: string
  /** Its advance before kerning. */
  width: number
  advance: number
  dx: number
  dy: number
}

/** A glyph as returned by HarfBuzz: `cluster` is the index of its first character in the text. */
export type ShapedGlyph = Omit<PlacedGlyph, 'text'> & { cluster: number }

/** How far a glyph reaches above and below the baseline, in ems. */
export interface Bounds {
  top: number
  bottom: number
}

/** The font descriptor's metrics for viewers, in thousandths of an em (ISO 32000-1, 9.8). */
export interface FaceMetrics {
  bbox: [number, number, number, number]
  ascent: number
  descent: number
}

/** A face every viewer has (ISO 32000-1, 9.6.2.2): WinAnsi only, nothing is embedded. */
export class StandardFace {
  readonly name: 'Helvetica'
  private readonly metrics: StandardMetrics

  constructor(name: 'Helvetica') {
    this.name = name
    this.metrics = StandardMetrics.load(name)
  }

  bounds(): Bounds {
    return { top: (this.metrics.Ascender || 700) / 1000, bottom: (this.metrics.Descender || -200) / 1000 }
  }

  /** Kerned glyphs of a text that `isWinAnsi`. */
  shape(text: string): PlacedGlyph[] {
    const glyphs: PlacedGlyph[] = []
    let previous = { name: '', glyph: undefined as PlacedGlyph | undefined }
    for (const character of text) {
      const { code, name } = Encodings.WinAnsi.encodeUnicodeCodePoint(character.codePointAt(0)!)
      const width = (this.metrics.getWidthOfGlyph(name) || 250) / 1000
      const glyph = { id: code, text: character, width, advance: width, dx: 0, dy: 0 }
      if (previous.glyph) {
        previous.glyph.advance += (this.metrics.getXAxisKerningForPair(previous.name, name) || 0) / 1000
      }
      glyphs.push(glyph)
      previous = { name, glyph }
    }
    return glyphs
  }
}

/** True when Helvetica shows every character, so that no font has to be embedded. */
export function isWinAnsi(text: string): boolean {
  for (const character of text) {
    if (!Encodings.WinAnsi.canEncodeUnicodeCodePoint(character.codePointAt(0)!)) return false
  }
  return true
}

/** A TrueType font file: HarfBuzz shapes with it, the embedder takes its outlines. */
export class TrueTypeFace {
  /** The file's name without extension; stands in the PDF's /BaseFont. */
  readonly name: string
  /** Slanted by itself, as italic and handwriting are. */
  readonly italic: boolean
  readonly file: TrueTypeFile
  readonly metrics: FaceMetrics
  /** A glyph without ink. */
  readonly blank: number
  private readonly hb: typeof HarfBuzz
  private readonly font: HarfBuzz.Font
  private readonly buffer: HarfBuzz.Buffer
  private readonly coverage = new Map<number, boolean>()
  private readonly widths = new Map<number, number>()
  private readonly extents = new Map<number, Bounds>()

  constructor(hb: typeof HarfBuzz, path: string, name: string) {
    this.name = name
    this.italic = /Italic|DancingScript|Caveat|GreatVibes/.test(name)
    this.hb = hb
    const bytes = readFileSync(path)
    this.file = readTrueType(bytes, path)
    this.font = new hb.Font(new hb.Face(new hb.Blob(bytes)))
    this.buffer = new hb.Buffer()
    this.metrics = this.readMetrics()
    this.blank = this.font.nominalGlyph(0x20) ?? 0
  }

  covers(codePoint: number): boolean {
    let covered = this.coverage.get(codePoint)
    if (covered === undefined) {
      covered = this.font.nominalGlyph(codePoint) !== undefined
      this.coverage.set(codePoint, covered)
    }
    return covered
  }

  /** The advance of a glyph in ems. */
  width(id: number): number {
    let width = this.widths.get(id)
    if (width === undefined) {
      width = this.font.glyphHAdvance(id) / this.file.unitsPerEm
      this.widths.set(id, width)
    }
    return width
  }

  bounds(id: number): Bounds {
    let bounds = this.extents.get(id)
    if (!bounds) {
      const extents = this.font.glyphExtents(id)
      const em = this.file.unitsPerEm
      bounds = extents
        ? { top: extents.yBearing / em, bottom: (extents.yBearing + extents.height) / em }
        : { top: 0, bottom: 0 }
      this.extents.set(id, bounds)
    }
    return bounds
  }

  /**
   * Shapes one run of one script and direction; the glyphs come in the order they are drawn, left to right.
   * `loose` disables optional ligatures (ff, fi).
   */
  shape(text: string, rtl: boolean, loose = false): ShapedGlyph[] {
    const { hb, buffer } = this
    buffer.clearContents()
    // Marks keep their own cluster where they follow their base on the line as they do in the text.
    buffer.setClusterLevel(rtl ? hb.ClusterLevel.MONOTONE_GRAPHEMES : hb.ClusterLevel.MONOTONE_CHARACTERS)
    buffer.addText(text)
    buffer.guessSegmentProperties()
    buffer.setDirection(rtl ? hb.Direction.RTL : hb.Direction.LTR)
    hb.shape(this.font, buffer, loose ? [new hb.Feature('liga', 0)] : [])
    const positions = buffer.getGlyphPositions()
    const em = this.file.unitsPerEm
    return buffer.getGlyphInfos().map(({ codepoint, cluster }, i) => {
      const { xAdvance, xOffset, yOffset } = positions[i]!
      // HarfBuzz draws joiners and directional marks as a space of zero width.
      const width = xAdvance === 0 && codepoint === this.blank ? 0 : this.width(codepoint)
      return { id: codepoint, cluster, width, advance: xAdvance / em, dx: xOffset / em, dy: yOffset / em }
    })
  }

  private readMetrics(): FaceMetrics {
    const { view, tables, unitsPerEm } = this.file
    const scaled = (table: string, at: number) =>
      Math.round((view.getInt16(tables.get(table)!.offset + at) * 1000) / unitsPerEm)
    return {
      bbox: [scaled('head', 36), scaled('head', 38), scaled('head', 40), scaled('head', 42)],
      ascent: scaled('hhea', 4),
      descent: scaled('hhea', 6),
    }
  }
}

export type Face = StandardFace | TrueTypeFace
