import type { Ctx } from '../../context.ts'
import { ssoWorkspace } from '../../domain/people/single-sign-on.ts'
import { type Finding, found } from './finding.ts'

/** Whether the issuer answers with metadata that can be used, and the workspace that its people join exists. */
export async function singleSignOn({ config, openId, db }: Ctx): Promise<Finding[]> {
  const { oidc } = config
  if (!openId || !oidc) return []
  const answers = found('single sign-on', await openId.check(), `${openId.issuer} answers`)
  if (oidc.workspace === null || (await ssoWorkspace(db, oidc)) !== null) return [answers]
  const detail = `OIDC_WORKSPACE: no workspace has the id or short name ${oidc.workspace}, so nobody joins it`
  return [answers, { status: 'failed', subject: 'single sign-on', detail }]
}
