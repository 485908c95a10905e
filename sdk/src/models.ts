import type { components } from './generated/openapi.ts'

/** The bodies of the API by their names in its specification. */
type Schemas = components['schemas']

export type Me = Schemas['Me']
export type SignerInput = Schemas['SignerInput']
export type FieldInput = Schemas['FieldInput']
export type Metadata = Schemas['Metadata']
export type SigningRequestCreated = Schemas['SigningRequestCreated']
export type SigningRequestValidated = Schemas['SigningRequestValidated']
export type SigningRequest = Schemas['SigningRequest']
export type Reminded = Schemas['Reminded']
export type Withdrawn = Schemas['Withdrawn']
export type Document = Schemas['Document']
export type Signer = Schemas['Signer']
export type AuditTrail = Schemas['AuditTrail']
export type EmbeddedSession = Schemas['EmbeddedSession']
export type EmbeddedSessionCreated = Schemas['EmbeddedSessionCreated']
export type EmbeddedSessionInput = Schemas['EmbeddedSessionInput']
export type Warning = Schemas['Warning']
