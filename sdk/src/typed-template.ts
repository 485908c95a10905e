import type { GenerateRequest, InstanceRequest, RecipientInput } from './generated/models.ts'

/** Of a template whose types are not known. */
type AnyInstance = Omit<InstanceRequest, 'validate_only'>
type AnyFile = GenerateRequest

declare const input: unique symbol

/** What a template takes: `recipients` and `field_values`, or `field_values` alone for one that nobody signs. */
export type TemplateInputs = Pick<AnyInstance, 'recipients' | 'field_values'>

/**
 * The id of a template together with the type of what it takes, as `countersign templates types` writes it: where it is
 * passed as an id, another key, a wrong value or an unknown slot does not compile.
 */
export type TemplateId<Input extends TemplateInputs> = string & { readonly [input]: Input }

/** A recipient in a slot of a template. `Needed` are the keys that the template asks for besides. */
export type SlotRecipient<Slot extends number, Needed extends 'email' | 'phone_e164' = never> = Omit<
  RecipientInput,
  'slot' | Needed
> & { slot: Slot } & Record<Needed, string>

/** What a template is filled and sent with; `validate` is the dry run. */
export type InstantiateParams<Id extends string = string> =
  Id extends TemplateId<infer Input> ? Omit<AnyInstance, keyof TemplateInputs> & Input : AnyInstance

/** What a file is rendered from. */
export type GenerateParams<Id extends string = string> =
  Id extends TemplateId<infer Input> ? Omit<AnyFile, 'field_values'> & Omit<Input, 'recipients'> : AnyFile
