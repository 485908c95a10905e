import type { Config } from '../../config.ts'
import { openIdOf } from '../../context.ts'
import type { Db } from '../../db/database.ts'
import { ssoWorkspace } from '../../domain/people/single-sign-on.ts'
import { type Finding, failed, found } from './finding.ts'

const SUBJECT = 'single sign-on'

/** Whether the issuer answers with metadata that can be used. */
export async function issuer(config: Config): Promise<Finding[]> {
  const openId = openIdOf(config)
  return openId === null ? [] : [found(SUBJECT, await openId.check(), `${openId.issuer} answers`)]
}

/** Whether the workspace that its people join exists. */
export async function workspaceToJoin({ oidc }: Config, db: Db): Promise<Finding[]> {
  if (!oidc || oidc.workspace === null || (await ssoWorkspace(db, oidc)) !== null) return []
  return [
    failed(SUBJECT, `OIDC_WORKSPACE: no workspace has the id or short name ${oidc.workspace}, so nobody joins it`),
  ]
}
