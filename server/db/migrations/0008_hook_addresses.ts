import { type Kysely, sql } from 'kysely'

interface Row {
  id: string
  workspace_id: string
  target_url: string
  enabled: boolean
}

/**
 * Hooks are compared by address, not by spelling. Of hooks that are switched on for two spellings of one address the
 * newest has the address; the others stay switched on, and go on comparing unequal.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table hooks add column address text`.execute(db)
  const { rows } = await sql<Row>`
    select id, workspace_id, target_url, enabled from hooks where scope = 'workspace' order by seq desc`.execute(db)
  const taken = new Set<string>()
  for (const { id, workspace_id, target_url, enabled } of rows) {
    const { protocol, hostname, port, pathname, search } = new URL(target_url)
    const address = `${protocol}//${hostname.replace(/\.$/, '')}${port && `:${port}`}${pathname}${search}`
    const own = enabled && taken.has(`${workspace_id} ${address}`) ? `${address}#${id}` : address
    if (enabled) taken.add(`${workspace_id} ${address}`)
    await sql`update hooks set address = ${own} where id = ${id}`.execute(db)
  }
  await sql`
    alter table hooks add check (scope = 'document' or address is not null);
    drop index hooks_target;
    create unique index hooks_address on hooks (workspace_id, md5(address)) where enabled and scope = 'workspace';
  `.execute(db)
}
