import type { components } from '../../server/generated/openapi.ts'
import type { Receiver } from './receiver.ts'
import type { CallAnswer, TestKey, TestServer } from './server.ts'

type Schemas = components['schemas']
export type HookBody = Schemas['CreatedHook'] & { code?: string; error?: string; meta?: Record<string, unknown> }
export type Delivery = Schemas['HookDelivery']

/** The hooks of a workspace, by API. */
export function hooksOf(server: TestServer, key: TestKey) {
  const call = <Body>(method: string, path: string, json?: unknown) =>
    server.call<Body>(key, method, `/v1/hooks${path}`, json === undefined ? {} : { json })
  return {
    create: (json: unknown): Promise<CallAnswer<HookBody>> => call('POST', '', json),
    list: async (query = '') => (await call<{ hooks: Schemas['Hook'][] }>('GET', query)).body.hooks,
    remove: (id: string) => call('DELETE', `/${id}`),
    rotate: (id: string) => call<Schemas['RotatedSecret'] & { code?: string }>('POST', `/${id}/rotate`),
    ping: (id: string) => call<Schemas['PingResult'] & { code?: string }>('POST', `/${id}/test`),
    log: async (id: string) => (await call<{ deliveries: Delivery[] }>('GET', `/${id}/deliveries`)).body.deliveries,
    redeliver: (id: string, deliveryId: string) =>
      call<Schemas['AttemptResult'] & { code?: string }>('POST', `/${id}/deliveries/${deliveryId}/redeliver`),
    recover: (id: string, json: unknown) => call<{ recovered: number; code?: string }>('POST', `/${id}/recover`, json),
    /** Subscribes a path of the receiver, which verifies what comes with the secret. */
    async subscribe(receiver: Receiver, path: string, options: object = {}): Promise<HookBody> {
      const { status, body } = await this.create({ target_url: receiver.url + path, ...options })
      if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
      receiver.secrets.set(path, body.secret)
      return body
    },
  }
}
