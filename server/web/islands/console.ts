/**
 * The console of the docs: Scalar shows the spec and sends calls to this server. Everything in it that would reach
 * another origin is off; the policy of the page refuses it all the same (decision 0544).
 */
import { keepNames } from './console-names.ts'
import { byId } from './dom.ts'

/** What the script of Scalar defines. */
interface Scalar {
  createApiReference(at: Element, configuration: object): unknown
}

const page = byId('console')

// Its script is deferred like this one, and comes after it.
document.addEventListener('DOMContentLoaded', () => {
  const { Scalar } = globalThis as unknown as { Scalar?: Scalar }
  if (Scalar) open(Scalar)
  else byId('loading').textContent = 'The console could not be loaded. Reload the page, or read the reference above.'
})

function open(scalar: Scalar): void {
  scalar.createApiReference(page, {
    url: page.dataset.url,
    // The API of this origin, whatever name it has elsewhere: a page may not call others.
    servers: [{ url: `${location.origin}/v1` }],
    // Follows the system, as the other pages do.
    forceDarkModeState: matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
    // A key is gone with the page.
    persistAuth: false,
    withDefaultFonts: false,
    telemetry: false,
    proxyUrl: '',
    agent: { disabled: true },
    mcp: { disabled: true },
    showDeveloperTools: 'never',
    hideClientButton: true,
    documentDownloadType: 'none',
    // The reference has them.
    hideModels: true,
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
    orderSchemaPropertiesBy: 'preserve',
    orderRequiredPropertiesFirst: false,
    // The addresses that the reference links to (`placeInConsole`).
    generateTagSlug: ({ name = '' }) => name.toLowerCase().replaceAll(' ', '-'),
    generateOperationSlug: ({ operationId = '' }) => operationId,
  })
  keepNames(document.body)
}
