// `npm run pictures`: takes the README's screenshots of the signing page and the dashboard on a running server, with
// a realistic lease.
import { mkdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { Countersign } from '../sdk/src/index.ts'
import { createFolder, createLocalKey, startLocalServer } from '../server/cli/local/server.ts'
import type { Ctx } from '../server/context.ts'
import { linkFor } from '../server/domain/people/operator-link.ts'
import { findOrCreateWorkspace } from '../server/domain/records/workspaces/create.ts'
import { launchBrowser } from '../test/support/browser.ts'

const LEASE = new URL('pictures/lease.html', import.meta.url)
const PICTURES = new URL('../server/web/pictures/', import.meta.url)

/** The state and the size of each picture: small files that are sharp on a high-density screen. */
const SHOTS = {
  desktop: { viewport: { width: 1120, height: 720 }, deviceScaleFactor: 1, prepare: shown },
  phone: { viewport: { width: 390, height: 720 }, deviceScaleFactor: 1.5, hasTouch: true, prepare: signed },
} as const

const WORKSPACE = 'Northwind Housing'
/** What else this landlord has sent, oldest first. */
const OTHERS = [
  ['Parking space 14, 27 Orchard Street', 'Linus Okafor', 'linus@example.com'],
  ['Handover protocol, 3 Mill Lane', 'Margaret Hamilton', 'margaret@example.com'],
  ['Addendum: pets, 27 Orchard Street', 'Ada Lovelace', 'ada@example.com'],
  ['Residential lease, 8 Canal Road', 'Amélie Dubois', 'amelie@example.com'],
  ['Guarantor agreement, 8 Canal Road', 'Henri Dubois', 'henri@example.com'],
] as const

async function main(): Promise<void> {
  await mkdir(PICTURES, { recursive: true })
  const folder = await createFolder()
  const server = await startLocalServer(folder.path)
  const apiKey = await createLocalKey(server.ctx, WORKSPACE)
  const browser = await launchBrowser()
  try {
    const { apiUrl } = server.ctx.config
    const client = new Countersign({ apiKey, baseUrl: apiUrl })
    const lease = await printed(browser)
    const pdf = (name: string) => new File([lease], `${name}.pdf`, { type: 'application/pdf' })
    for (const [title, name, email] of OTHERS) {
      const signers = [{ email, name }]
      const { signers: made } = await client.signingRequests.create({
        file: pdf(title),
        title,
        signers,
        placement: 'auto_append',
      })
      if (title.startsWith('Handover')) await decline(browser, made[0]!.signingUrl)
    }
    for (const [name, { prepare, ...options }] of Object.entries(SHOTS)) {
      const { signers } = await client.signingRequests.create({
        file: pdf('Lease, 27 Orchard Street'),
        title: 'Residential lease',
        signers: [
          { email: 'ada@example.com', role: 'tenant', name: 'Ada Lovelace' },
          { email: 'letting@northwind.example', role: 'landlord', name: 'Grace Hopper' },
        ],
        placement: 'explicit',
        fields: [...boxes('tenant', 0.104), ...boxes('landlord', 0.534)],
      })
      const page = await browser.newPage({ ...options, reducedMotion: 'reduce' })
      await page.goto(signers[0]!.signingUrl)
      await prepare(page)
      await page.screenshot({ path: fileURLToPath(new URL(`signing-${name}.png`, PICTURES)) })
      await page.close()
    }
    await dashboard(browser, server.ctx)
  } finally {
    await browser.close()
    await server.stop()
    await folder.remove()
  }
}

async function decline(browser: Browser, link: string): Promise<void> {
  const page = await browser.newPage()
  await page.goto(link)
  await shown(page)
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.close()
}

/** The list of documents. */
async function dashboard(browser: Browser, ctx: Ctx): Promise<void> {
  const { workspace } = await findOrCreateWorkspace(ctx, WORKSPACE)
  const owner = {
    workspaceId: workspace.id,
    email: 'grace@northwind.example',
    name: 'Grace Hopper',
    role: 'owner',
  } as const
  const page = await browser.newPage({ viewport: { width: 1120, height: 640 }, reducedMotion: 'reduce' })
  await page.goto(await linkFor(ctx, owner))
  await page.getByRole('button', { name: 'Sign in on this device' }).click()
  await page.goto(new URL('/documents', page.url()).href)
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: fileURLToPath(new URL('dashboard.png', PICTURES)) })
  await page.close()
}

/** On the signature lines at the end of the lease. */
const boxes = (role: string, x: number) => [
  { role, kind: 'signature' as const, page: 2, x, y: 0.152, w: 0.36, h: 0.058 },
  { role, kind: 'date' as const, page: 2, x, y: 0.243, w: 0.2, h: 0.024 },
]

/** The lease as a PDF, printed by the browser. */
async function printed(browser: Browser): Promise<Uint8Array<ArrayBuffer>> {
  const page = await browser.newPage()
  await page.setContent(await readFile(LEASE, 'utf8'))
  const pdf = await page.pdf({ preferCSSPageSize: true })
  await page.close()
  return new Uint8Array(pdf)
}

/** The first page is drawn. */
async function shown(page: Page): Promise<void> {
  await page.getByText('Between Northwind Housing Ltd.').waitFor()
  await page.waitForLoadState('networkidle')
}

/** The signature is in its place, and the signer can finish. */
async function signed(page: Page): Promise<void> {
  await shown(page)
  await page.getByRole('button', { name: 'Start' }).click()
  await page.getByRole('button', { name: 'Add signature' }).click()
  await page.getByRole('tab', { name: 'Type' }).click()
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('checkbox').last().check()
  await page.waitForLoadState('networkidle')
}

await main()
console.log(`Written to ${fileURLToPath(PICTURES)}`)
