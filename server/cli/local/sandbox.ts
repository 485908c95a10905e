import type { components } from '../../../sdk/src/generated/openapi.ts'
import type { Countersign } from '../../../sdk/src/index.ts'
import { CommandError } from '../errors.ts'

type Schemas = components['schemas']
export type SandboxMessage = Schemas['SandboxMessage']

/** A new sandbox (contract 1.13): a client of it, and its key. @param live a client with a live key */
export async function createSandboxOf(
  live: Countersign,
  sandbox: Schemas['NewSandbox'],
): Promise<{ client: Countersign; key: string }> {
  const { data, error } = await live.raw.POST('/sandboxes', { body: sandbox })
  const { key } = answered(data, error)
  return { client: live.withOptions({ apiKey: key }), key }
}

/** Signs as the signer would, with a code where one is needed, and sample values where some are required. */
export async function signAs(client: Countersign, signingRequestId: string): Promise<void> {
  const params = { path: { id: signingRequestId } }
  const { data, error } = await client.raw.POST('/sandbox/signing-requests/{id}/act', { params, body: { do: 'sign' } })
  answered(data, error)
}

/**
 * The mails and text messages of the sandbox, newest first.
 * @param wait how many seconds to wait for the first
 */
export async function messagesOf(
  client: Countersign,
  { after, signal }: { after?: string; signal?: AbortSignal },
  wait: number,
): Promise<SandboxMessage[]> {
  const query = { after, wait: String(wait) }
  const { data, error } = await client.raw.GET('/sandbox/messages', { params: { query }, signal })
  return answered(data, error).messages
}

/** @throws CommandError with what the API says */
function answered<Data>(data: Data | undefined, error: { error: string } | undefined): Data {
  if (data === undefined) throw new CommandError(error?.error ?? 'the server did not answer')
  return data
}
