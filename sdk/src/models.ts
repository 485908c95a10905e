import type { components } from './generated/openapi.ts'
import type { Open } from './open.ts'

/** The API's schemas by their names in the spec. */
type Schemas = components['schemas']

export type Me = Open<Schemas['Me']>
export type SignerInput = Schemas['SignerInput']
export type FieldInput = Schemas['FieldInput']
export type Metadata = Schemas['Metadata']
export type SigningRequestCreated = Open<Schemas['SigningRequestCreated']>
export type SigningRequestValidated = Open<Schemas['SigningRequestValidated']>
export type SigningRequestRow = Open<Schemas['SigningRequestRow']>
export type SigningRequest = Open<Schemas['SigningRequest']>
export type AbandonedDocument = Open<Schemas['AbandonedDocument']>
export type LinkRenewed = Open<Schemas['LinkRenewed']>
export type Reassigned = Open<Schemas['Reassigned']>
export type Reminded = Open<Schemas['Reminded']>
export type Withdrawn = Open<Schemas['Withdrawn']>
export type Document = Open<Schemas['Document']>
export type Signer = Open<Schemas['Signer']>
export type AuditTrail = Open<Schemas['AuditTrail']>
export type Disclosure = Open<Schemas['Disclosure']>
export type EmbeddedSession = Open<Schemas['EmbeddedSession']>
export type EmbeddedSessionCreated = Open<Schemas['EmbeddedSessionCreated']>
export type EmbeddedSessionInput = Schemas['EmbeddedSessionInput']
export type NewHook = Schemas['NewHook']
export type Hook = Open<Schemas['Hook']>
export type CreatedHook = Open<Schemas['CreatedHook']>
export type RotatedSecret = Open<Schemas['RotatedSecret']>
export type HookDelivery = Open<Schemas['HookDelivery']>
export type AttemptResult = Open<Schemas['AttemptResult']>
export type PingResult = Open<Schemas['PingResult']>
export type FieldDefinition = Open<Schemas['FieldDefinition']>
export type Template = Open<Schemas['Template']>
export type Templates = Open<Schemas['Templates']>
export type TemplateExport = Open<Schemas['TemplateExport']>
export type ImportedTemplate = Open<Schemas['ImportedTemplate']>
export type Instantiated = Open<Schemas['Instantiated']>
export type Confirmed = Open<Schemas['Confirmed']>
export type DiscardedDocument = Open<Schemas['DiscardedDocument']>
export type DocumentValues = Open<Schemas['DocumentValues']>
export type Warning = Open<Schemas['Warning']>
