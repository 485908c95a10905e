import { createReadStream } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { presentField } from '../api/present/field.ts'
import { fieldsOf, modelOf } from '../api/template-input.ts'
import type { Ctx } from '../context.ts'
import type { SystemActor } from '../domain/actor.ts'
import { exportTemplate, getTemplateFile } from '../domain/templates/export.ts'
import { type Imported, importTemplate } from '../domain/templates/import.ts'
import { FieldModel, TemplateModel } from '../generated/schemas.ts'
import { CommandError } from './errors.ts'

/** The files of a template's folder: small changes of a template are small changes of these. */
const FILES = { template: 'template.json', fields: 'fields.json', pdf: 'template.pdf' } as const

/** Writes the folder, over an earlier export. */
export async function writeTemplateFolder(ctx: Ctx, actor: SystemActor, id: string, folder: string): Promise<void> {
  const { model, fields } = await exportTemplate(ctx, actor, id)
  const file = await getTemplateFile(ctx, actor, id)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, FILES.template), json(model))
  await writeFile(join(folder, FILES.fields), json(fields.map(presentField)))
  await writeFile(join(folder, FILES.pdf), await file.stream())
}

/** Imports the folder: a new template, or a new draft of the one with this id. */
export async function readTemplateFolder(
  ctx: Ctx,
  actor: SystemActor,
  folder: string,
  { id, lock }: { id: string | null; lock: boolean },
): Promise<Imported> {
  const model = TemplateModel.safeParse(await readJson(folder, FILES.template))
  if (!model.success) throw unreadable(folder, FILES.template, model.error.issues[0])
  const fields = FieldModel.array().safeParse(await readJson(folder, FILES.fields))
  if (!fields.success) throw unreadable(folder, FILES.fields, fields.error.issues[0])
  const receiver = await ctx.storage.receive()
  await pipeline(createReadStream(join(folder, FILES.pdf)), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) await receiver.write(chunk)
  })
  const file = await receiver.finish()
  return importTemplate(ctx, actor, {
    model: modelOf(model.data),
    fields: fieldsOf(fields.data),
    source: { kind: 'file', file, filename: FILES.pdf, mediaType: 'application/pdf' },
    templateId: id,
    lock,
  })
}

async function readJson(folder: string, name: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(join(folder, name), 'utf8'))
  } catch (error) {
    throw new CommandError(`${join(folder, name)} cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}

function unreadable(folder: string, name: string, issue?: { path: PropertyKey[]; message: string }): CommandError {
  return new CommandError(`${join(folder, name)}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? 'is invalid'}`)
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
