export {
  type MessageFilter,
  type ReceivedFilter,
  type SandboxOptions,
  sandbox,
  TestSandbox,
  type WaitOptions,
} from './testing/sandbox.ts'
export { TestServer, testServer } from './testing/server.ts'
export { type TestWebhook, type TestWebhookOptions, testWebhook } from './testing/webhook.ts'
