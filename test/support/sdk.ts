import { type ClientOptions, Countersign, type Fetch } from '../../sdk/src/index.ts'
import { contractFetch } from './contract.ts'
import type { TestKey, TestServer } from './server.ts'

/** The SDK against a test server; every answer is checked against the spec, and waits take no time. */
export function sdkFor(server: TestServer, key: TestKey, options: ClientOptions = {}): Countersign {
  const fetch = contractFetch(globalThis.fetch)
  const baseUrl = `${server.url}/v1`
  return new Countersign({
    apiKey: key.key,
    baseUrl,
    fetch: (url, init) => fetch(url, init),
    sleep: async () => {},
    ...options,
  })
}

/** The global fetch, with every request passed to `look` before it is sent. */
export function watched(look: (request: Request) => unknown): Fetch {
  return (url, init) => {
    look(new Request(url, init))
    return fetch(url, init)
  }
}
