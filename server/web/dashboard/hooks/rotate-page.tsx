import type { HookRow } from '../../../domain/hooks/find.ts'
import { Confirm } from '../parts/confirm.tsx'
import { At } from '../parts/time.tsx'
import type { View } from '../state.ts'

/** Asks before a secret is rotated. A second rotation within 24 hours ends what a receiver may still check with. */
export function RotatePage({ view, hook, now }: { view: View; hook: HookRow; now: Date }) {
  const until = hook.previous_secret_valid_until
  const isTwice = until !== null && until > now
  return (
    <Confirm
      view={view}
      title={isTwice ? 'Rotate the secret again?' : 'Rotate the secret?'}
      apiCall={`POST /v1/hooks/${hook.id}/rotate`}
      action={`/webhooks/${hook.id}/rotate`}
      button={isTwice ? 'Rotate again' : 'Rotate'}
      cancel={`/webhooks/${hook.id}`}
      fields={{ version: String(hook.secret_version) }}
      danger={isTwice}
    >
      <p class="mono">{hook.target_url}</p>
      {isTwice ? (
        <p>
          The secret from before the last rotation is valid until <At at={until} />. It ends at once when you rotate
          again: a receiver that still checks with it refuses each delivery until it has a newer secret.
        </p>
      ) : (
        <p>
          The new secret is shown once. For 24 hours each delivery is signed with both, so that nothing is refused while
          you change it.
        </p>
      )}
    </Confirm>
  )
}
