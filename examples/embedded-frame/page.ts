import { openSigningFrame } from '@countersign/sdk/embed'

// The session is minted by our server: the API key is never in the browser.
const answer = await fetch('/sessions', { method: 'POST' })
const { embed_url } = (await answer.json()) as { embed_url: string }
const status = document.querySelector('#status')!

const frame = openSigningFrame({
  container: '#frame',
  url: embed_url,
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
