import { isBySms } from '../../../domain/signers/channel.ts'
import { allows } from '../../../domain/signers/states.ts'
import { ButtonLink, Submit } from '../parts/pieces.tsx'
import { may } from '../state.ts'
import type { DetailProps } from './detail-props.ts'
import { initials, personName, shortName } from './words.ts'

/** What waits for an answer of the sender, each with the answers as its buttons: signers who name somebody else. */
export function Asks({ view, shown: { document, signers } }: Pick<DetailProps, 'view' | 'shown'>) {
  const asking = signers.filter(({ status, proposed_at: at }) => at !== null && allows('reassign', status))
  return asking.map((signer) => {
    const base = `/documents/${document.id}/signers/${signer.id}`
    const proposed = { name: signer.proposed_name, email: signer.proposed_email! }
    const passOn = `Pass on to ${shortName(proposed)}`
    const needsPhone = signer.require_sms_verification || isBySms(signer)
    return (
      <section class="card ask">
        <span class="face" aria-hidden="true">
          {initials(signer)}
        </span>
        <div>
          <b>
            <bdi>{personName(signer)}</bdi> says: this is not for me
          </b>
          <p>
            It is meant for <bdi>{proposed.name}</bdi>, <bdi>{proposed.email}</bdi>. Nobody else can open it until you
            decide.
          </p>
        </div>
        {may(view, 'ignoreProposal') && (
          <form method="post" action={`${base}/proposal`} class="buttons">
            <input type="hidden" name="proposal" value={signer.proposal} />
            <input type="hidden" name="link" value={signer.link_version} />
            <Submit label="Ignore" about={` what ${personName(signer)} says`} kind="small" name="do" value="ignore" />
            {needsPhone ? (
              <ButtonLink href={`${base}/reassign`} label={passOn} kind="small primary" />
            ) : (
              <Submit label={passOn} kind="small primary" name="do" value="pass-on" />
            )}
          </form>
        )}
      </section>
    )
  })
}
