import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run, tool } from './tools.ts'

/** Runs `use` with the bytes as a file in a temporary folder. */
export function withFile<T>(bytes: Uint8Array, use: (path: string, folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-pdf-'))
  try {
    const path = join(folder, 'document.pdf')
    writeFileSync(path, bytes)
    return use(path, folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export const qpdf = tool('qpdf')
export const pdftotext = tool('pdftotext')
export const pdftoppm = tool('pdftoppm')

/** What `qpdf --check` prints; for a clean file it is `No syntax or stream encoding errors found`, without warnings. */
export function qpdfCheck(bytes: Uint8Array): string {
  return withFile(bytes, (path) => {
    const { stdout, stderr } = run(qpdf, ['--check', path])
    return stdout + stderr
  })
}

export const CLEAN = /^(?![\s\S]*WARNING)[\s\S]*No syntax or stream encoding errors found/

/** The text of all pages as poppler lays it out. */
export const popplerText = (bytes: Uint8Array) =>
  withFile(bytes, (path) => run(pdftotext, ['-layout', path, '-']).stdout)

/** A rendered page: `at` takes fractions of the page as displayed, origin top left. */
export interface Picture {
  width: number
  height: number
  pixels: Buffer
  at(x: number, y: number): [red: number, green: number, blue: number]
}

/** A page (1-based) as poppler renders it, by default at 36 dots per inch. */
export function render(bytes: Uint8Array, page = 1, dpi = 36): Picture {
  return withFile(bytes, (path, folder) => {
    const args = ['-f', String(page), '-l', String(page), '-r', String(dpi), '-cropbox', path, join(folder, 'page')]
    const { code, stderr } = run(pdftoppm, args)
    const name = readdirSync(folder).find((file) => file.endsWith('.ppm'))
    if (code !== 0 || !name) throw new Error(`pdftoppm: ${stderr}`)
    return parsePpm(readFileSync(join(folder, name)))
  })
}

function parsePpm(file: Buffer): Picture {
  const head = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(file.subarray(0, 64).toString('latin1'))!
  const width = Number(head[1])
  const height = Number(head[2])
  const pixels = file.subarray(head[0].length)
  const at = (x: number, y: number): [number, number, number] => {
    const offset = (Math.floor(y * height) * width + Math.floor(x * width)) * 3
    return [pixels[offset]!, pixels[offset + 1]!, pixels[offset + 2]!]
  }
  return { width, height, pixels, at }
}
