import Module from 'node:module'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { hashPdf } from '../../server/pdf/hashed.ts'
import { createRehearsalPki } from '../../server/pdf/rehearsal-pki.ts'
import { makePdf } from '../support/pdf-fixtures.ts'

// As after an installation that broke off: npm has not put one of the packages in its place.
const MISSING = '@embedpdf/fonts-hebrew'

type Resolve = (request: string, ...rest: unknown[]) => string
const node = Module as unknown as { _resolveFilename: Resolve }
const resolve = node._resolveFilename

beforeAll(() => {
  // As in a new process: another test has perhaps loaded the fonts.
  vi.resetModules()
  node._resolveFilename = (request, ...rest) => {
    if (request === MISSING)
      throw Object.assign(new Error(`Cannot find module '${request}'`), { code: 'MODULE_NOT_FOUND' })
    return resolve(request, ...rest)
  }
})
afterAll(() => {
  vi.resetModules()
  node._resolveFilename = resolve
})

test('a package of fonts that is missing is said at the start', async () => {
  const { checkFonts } = await import('../../server/pdf/fonts/check.ts')
  expect(() => checkFonts()).toThrow(
    'a package of fonts is missing: install Countersign again, or in a clone run `npm ci && npm run build` (MODULE_NOT_FOUND)',
  )
})

test('an upload is not blamed for it', async () => {
  const { prepareAndRehearse } = await import('../../server/pdf/prepare.ts')
  const { FontError } = await import('../../server/pdf/errors.ts')
  const rehearsal = { pki: await createRehearsalPki(), level: 'B-T' as const }
  const boxes = [{ page: 1, x: 0.1, y: 0.1, w: 0.3, h: 0.1 }]
  const options = { maskPages: [], append: [], marks: [{ ref: 'a', boxes }], title: 'Lease' }
  await expect(prepareAndRehearse(hashPdf(makePdf()), options, rehearsal)).rejects.toThrow(FontError)
})
