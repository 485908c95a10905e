import { presentDisclosure } from '../api/present/disclosure.ts'
import { canonicalJson } from '../canonical.ts'
import type { Ctx } from '../context.ts'
import type { SystemActor } from '../domain/actor.ts'
import { discloseAuditEvent } from '../domain/documents/disclose.ts'
import { plannedRenewals } from '../domain/documents/planned-renewals.ts'
import { renewDue } from '../domain/documents/renew.ts'
import { resealDocument } from '../domain/documents/reseal.ts'
import { surveyStamps } from '../domain/documents/survey-stamps.ts'
import { DomainError } from '../domain/errors.ts'
import { noDocument } from '../domain/records/documents.ts'
import { isUuid } from '../domain/uuid.ts'
import { DisclosureRequest } from '../generated/schemas.ts'
import { withContext } from './context.ts'
import { UsageError } from './errors.ts'

export interface RenewOptions {
  dryRun?: boolean
  days?: number
  json?: boolean
}

export interface DiscloseOptions {
  reason?: string
  json?: boolean
}

/** `countersign documents reseal ID`: exit status 1 when the document is not sealed afterwards. */
export async function reseal(id: string): Promise<void> {
  if (!isUuid(id)) throw new UsageError(`${id} is not the id of a document`)
  await withContext(async (ctx) => {
    try {
      const document = await resealDocument(ctx, id)
      if (document.seal_state === 'sealed') {
        process.stdout.write(`sealed\t${id}\t${document.signed_sha256}\n`)
        return
      }
      process.stderr.write(`${id} is not sealed: ${document.seal_error}; see the log above for the reason\n`)
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      process.stderr.write(`${id}: ${error.message}\n`)
    }
    process.exitCode = 1
  })
}

/**
 * `countersign documents renew`: renews at once all sealed files whose newest time stamp ends within `--days`, by default
 * `RENEWAL_DAYS`; `--dry-run` only lists them. Exit status 1 when one that is due was not renewed.
 */
export async function renew(options: RenewOptions): Promise<void> {
  await withContext(async (ctx) => {
    const days = options.days ?? ctx.config.renewalDays
    if (days === null) throw new UsageError('RENEWAL_DAYS is not set: give --days N')
    await surveyStamps(ctx, { all: true })
    const rows = options.dryRun ? await plan(ctx, days) : await renewAll(ctx, days)
    const lines = rows.map(({ state, documentId, detail }) => `${state}\t${documentId}\t${detail}`)
    process.stdout.write(options.json ? `${JSON.stringify(rows)}\n` : lines.map((line) => `${line}\n`).join(''))
  })
}

interface Row {
  state: string
  documentId: string
  /** Until when the time stamp holds, the hash of the renewed file, or what is wrong. */
  detail: string
}

async function plan(ctx: Ctx, days: number): Promise<Row[]> {
  const planned = await plannedRenewals(ctx, { days })
  return planned.map(({ state, documentId, holdsUntil, error }) => ({
    state,
    documentId,
    detail: [holdsUntil?.toISOString(), error].filter(Boolean).join(' '),
  }))
}

async function renewAll(ctx: Ctx, days: number): Promise<Row[]> {
  const outcomes = await renewDue(ctx, { days, limit: Number.POSITIVE_INFINITY })
  if (outcomes.some(({ error }) => error !== null)) process.exitCode = 1
  return outcomes.map(({ documentId, sha256, error }) => ({
    state: sha256 ? 'renewed' : 'failed',
    documentId,
    detail: sha256 ?? error ?? '',
  }))
}

/**
 * `countersign documents disclose ID ENTRY --reason TEXT`: what an entry of the audit trail commits to, which the trail
 * then says (decision 0042). Exit status 1 when nothing was disclosed.
 */
export async function disclose(id: string, seq: string, reason: string, json = false): Promise<void> {
  const request = DisclosureRequest.safeParse({ reason })
  if (!request.success) throw new UsageError('--reason must say why, in at most 1,000 characters')
  await withContext(async (ctx) => {
    try {
      const disclosed = presentDisclosure(
        await discloseAuditEvent(ctx, await operatorOf(ctx, id), id, seq, request.data.reason),
      )
      process.stdout.write(json ? `${JSON.stringify(disclosed)}\n` : disclosureLines(disclosed))
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      process.stderr.write(`${id}, entry ${seq}: ${error.message}\n`)
      process.exitCode = 1
    }
  })
}

/** The operator, acting for the workspace of this document. */
async function operatorOf(ctx: Ctx, id: string): Promise<SystemActor> {
  const found = isUuid(id)
    ? await ctx.db.selectFrom('documents').select('workspace_id').where('id', '=', id).executeTakeFirst()
    : undefined
  if (!found) throw noDocument()
  return { kind: 'system', workspaceId: found.workspace_id }
}

function disclosureLines(disclosed: ReturnType<typeof presentDisclosure>): string {
  const { committed, salt, private_commitment: commitment, logged_as: log } = disclosed
  const facts = [
    ['ip', committed.ip ?? ''],
    ['user_agent', committed.user_agent ?? ''],
    ['salt', salt],
    ['committed', canonicalJson(committed)],
    ['private_commitment', commitment],
    ['logged_as', log.seq],
  ]
  return facts.map(([name, value]) => `${name}\t${value}\n`).join('')
}
