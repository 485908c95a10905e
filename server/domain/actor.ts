/** Who acts. Turned into text (audit trail, events) by an exhaustive switch, never by optional ids. */
export type Actor =
  | { kind: 'apiKey'; workspaceId: string; keyId: string; scope: 'full' | 'read' | 'embedded'; origin: Origin }
  | {
      kind: 'signer'
      workspaceId: string
      documentId: string
      signingRequestId: string
      access: SignerAccess
      origin: Origin
    }
  | { kind: 'user'; workspaceId: string; userId: string; origin: Origin }
  | { kind: 'system' }

/** What gave the signer the right to act: a version of the personal link, or an embedded session. */
export type SignerAccess = { kind: 'link'; version: number } | { kind: 'embedded_session'; sessionId: string }

/** Where a call came from; the address is null when it cannot be determined. */
export interface Origin {
  ip: string | null
  userAgent: string | null
}

export type ApiKeyActor = Extract<Actor, { kind: 'apiKey' }>
export type SignerActor = Extract<Actor, { kind: 'signer' }>
