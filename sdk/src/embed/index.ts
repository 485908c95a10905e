import { type FrameErrorDetail, type FrameMessage, type FrameMessageOf, readFrameMessage } from './messages.ts'

export { type FrameErrorDetail, type FrameMessage, type FrameMessageOf, readFrameMessage } from './messages.ts'

export interface SigningFrameOptions {
  /** Where the frame goes: an element, or a selector of one. */
  container: Element | string
  /** `embed_url` of a session that your server minted for this signer. */
  url: string
  /** The frame's accessible name. Default: `Sign the document`. */
  title?: string
  /** Any CSS height, as in `100%`. Default: the height that the page requests. */
  height?: string
  /** The page is shown. */
  onReady?: (message: FrameMessageOf<'ready'>) => void
  /** The document is on the signer's screen. */
  onViewed?: (message: FrameMessageOf<'viewed'>) => void
  /** Also called when a finished frame is loaded again. Rely on the webhook, not on the browser. */
  onSigned?: (message: FrameMessageOf<'signed'>) => void
  onDeclined?: (message: FrameMessageOf<'declined'>) => void
  /** The session or the request has expired. What was filled in is saved: mint a new session to continue. */
  onExpired?: (message: FrameMessageOf<'expired'>) => void
  onError?: (detail: FrameErrorDetail, message: FrameMessageOf<'error'>) => void
  /** Every message, those above included. */
  onMessage?: (message: FrameMessage) => void
}

export interface SigningFrame {
  readonly iframe: HTMLIFrameElement
  /** Removes the frame and stops listening. Calling it again does nothing. */
  close(): void
}

const FIRST_HEIGHT = '800px'
/** Everything that a signing page needs, without the right to navigate the embedding page. */
const SANDBOX = [
  'allow-scripts',
  'allow-same-origin',
  'allow-forms',
  'allow-downloads',
  'allow-modals',
  'allow-popups',
  'allow-popups-to-escape-sandbox',
].join(' ')
const ALLOW = ['camera', 'microphone', 'geolocation', 'payment'].map((feature) => `${feature} 'none'`).join('; ')

/**
 * Shows a signing session in a frame of your page and reports its events. Only messages from this frame and its origin
 * are accepted. Your page must be served from the origin that the session was minted for.
 * @throws TypeError when the container does not exist or the url is invalid
 */
export function openSigningFrame(options: SigningFrameOptions): SigningFrame {
  const { container, url, title = 'Sign the document', height } = options
  const parent = typeof container === 'string' ? document.querySelector(container) : container
  if (!parent) throw new TypeError(`openSigningFrame: nothing matches ${String(container)}`)
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new TypeError('openSigningFrame: url must be the embed_url of a session')
  }
  const { origin } = new URL(url)
  const iframe = document.createElement('iframe')
  iframe.title = title
  iframe.allow = ALLOW
  iframe.referrerPolicy = 'origin'
  iframe.setAttribute('sandbox', SANDBOX)
  Object.assign(iframe.style, { display: 'block', width: '100%', height: height ?? FIRST_HEIGHT, border: '0' })
  iframe.src = url

  const listen = (event: MessageEvent): void => {
    if (event.origin !== origin || event.source === null || event.source !== iframe.contentWindow) return
    const message = readFrameMessage(event.data)
    if (!message) return
    if (message.type === 'resize' && height === undefined) iframe.style.height = `${message.height}px`
    dispatch(options, message)
  }
  window.addEventListener('message', listen)
  parent.append(iframe)
  return {
    iframe,
    close() {
      window.removeEventListener('message', listen)
      iframe.remove()
    },
  }
}

function dispatch(options: SigningFrameOptions, message: FrameMessage): void {
  options.onMessage?.(message)
  switch (message.type) {
    case 'ready':
      options.onReady?.(message)
      break
    case 'viewed':
      options.onViewed?.(message)
      break
    case 'signed':
      options.onSigned?.(message)
      break
    case 'declined':
      options.onDeclined?.(message)
      break
    case 'expired':
      options.onExpired?.(message)
      break
    case 'error':
      options.onError?.(message.detail, message)
      break
  }
}
