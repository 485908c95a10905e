import { encode } from 'uqr'

/** The white frame that readers of such codes need, in modules. */
const QUIET_MODULES = 4

/** A text as a QR code, on the server and in the browser: its side in modules, and an SVG path of the dark ones. */
export function qrCode(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { border: QUIET_MODULES })
  return { size, path: data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('') }
}
