import type { Usage } from '../../../domain/people/settings.ts'
import type { SsoInfo } from '../../../domain/people/single-sign-on.ts'
import type { Workspace } from '../../../domain/records/workspaces/read.ts'
import type { Region } from '../../../regions.ts'
import { ButtonLink, Card, FactsCard } from '../parts/pieces.tsx'
import { At } from '../parts/time.tsx'
import { keptFor } from './form.ts'

export function PlanCard({ workspace, usage }: { workspace: Workspace; usage: Usage }) {
  const { documents, sms, enterprise } = usage
  return (
    <FactsCard
      title="Plan and usage"
      facts={[
        ['Plan', workspace.tier.replace('_', ' ')],
        ['Documents', used(documents.used, documents.cap)],
        ['SMS', used(sms.used, sms.monthly)],
        ['Resets', <At at={sms.resetsAt} />],
        ['Enterprise', enterprise ? 'included' : 'not included: templates cannot be used, nor signing in your pages'],
        ['Region', `${REGION_NAMES[workspace.region]}, for new files`],
      ]}
    />
  )
}

function used(count: number, limit: number | null): string {
  const counted = count.toLocaleString('en')
  return `${limit === null ? counted : `${counted} of ${limit.toLocaleString('en')}`} this month`
}

/** For those who may change it. */
export function RetentionCard({ workspace }: { workspace: Workspace }) {
  return (
    <FactsCard
      title="Retention"
      aside={<ButtonLink href="/settings/retention" label="Change the retention" kind="small" />}
      facts={[['Files are kept', keptFor(workspace)]]}
    />
  )
}

/** Single sign-on is a setting of the server, so this only says what holds. */
export function SsoCard({ sso }: { sso: SsoInfo | null }) {
  if (sso === null) {
    return (
      <Card title="Single sign-on">
        <p class="pad small">
          Not set up. Whoever runs this server connects an OpenID provider by <code>OIDC_ISSUER</code>; until then
          people sign in by mail.
        </p>
      </Card>
    )
  }
  return (
    <FactsCard
      title="Single sign-on"
      facts={[
        ['Provider', sso.issuer],
        ['Who joins', sso.joins ? 'everybody the provider knows' : 'only who is invited'],
        ['Roles', sso.claim === null ? 'decided here, under People' : `by the claim ${sso.claim}, at each sign-in`],
      ]}
    />
  )
}

export const REGION_NAMES: Record<Region, string> = { eu: 'European Union', ch: 'Switzerland', us: 'United States' }
