/** Text in any script: what the rest of the engine uses of the fonts. */
export { FontSet, num, type ObjectSink, type ShowOptions } from './embed.ts'
export { type FontLibrary, type FontOptions, openFontLibrary, type TextStyle } from './library.ts'
export { type Line, settledStyle, shapeLine } from './line.ts'
