import { openSigningFrame } from '@countersign/sdk/embed'

const status = document.querySelector('#status')!
// The session is minted by our server: the API key is never in the browser.
const answer = await fetch('/sessions', { method: 'POST' })
if (answer.ok) {
  const { embed_url } = (await answer.json()) as { embed_url: string }
  show(embed_url)
} else {
  status.textContent = await whyNot(answer)
}

function show(url: string): void {
  const frame = openSigningFrame({
    container: '#frame',
    url,
    onSigned() {
      // Rely on the webhook `document.completed`; this is only for the person in front of the screen.
      status.textContent = 'Thank you, you have signed.'
      frame.close()
    },
    onDeclined: () => {
      status.textContent = 'You have declined.'
    },
    onExpired: () => location.reload(),
    onError: (detail) => {
      status.textContent = `The document cannot be signed here: ${detail}`
    },
  })
}

/** A second visit, after the end of the request, or a server that cannot be reached now. */
async function whyNot(answer: Response): Promise<string> {
  const { code, state } = (await answer.json().catch(() => ({}))) as { code?: string; state?: string }
  if (state === 'signed') return 'You have already signed.'
  if (state) return `There is nothing to sign: the request is ${state}.`
  return `The document cannot be shown: ${code ?? answer.status}`
}
