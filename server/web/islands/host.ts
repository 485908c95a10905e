import type { FrameDetail, HostData, Outcome } from '../host-data.ts'

/** What the page around the frame, or the app around the webview, is told (decision 0044). */
export type HostMessage = Outcome | { type: 'ready' | 'viewed' } | { type: 'resize'; height: number }

/** What mobile apps put into the webview they show the page in. */
interface AppBridges {
  ReactNativeWebView?: { postMessage(text: string): void }
  webkit?: { messageHandlers?: { countersign?: { postMessage(message: object): void } } }
}

const block = document.getElementById('host')
/** Null on a page that is in no frame's shell: then everything here does nothing. */
export const host = block && (JSON.parse(block.textContent ?? '') as HostData)

let lastTrouble: FrameDetail | null = null

/**
 * Tells the session's origin, and nobody else: the browser drops the message when another page holds the frame. As the
 * top page of a mobile webview it tells the app, which has no origin.
 */
export function tellHost(message: HostMessage): void {
  if (!host) return
  const { sessionId: session_id, signingRequestId: signing_request_id } = host
  const full = { source: 'countersign', version: 1, session_id, signing_request_id, ...message }
  if (window.parent !== window) {
    const target = host.origin ?? parentOrigin()
    if (target) window.parent.postMessage(full, target)
    return
  }
  const { ReactNativeWebView, webkit } = window as AppBridges
  if (ReactNativeWebView) ReactNativeWebView.postMessage(JSON.stringify(full))
  else webkit?.messageHandlers?.countersign?.postMessage(full)
}

/** The same trouble is told once, however often a call is repeated. */
export function tellTrouble(detail: FrameDetail): void {
  if (detail === lastTrouble) return
  lastTrouble = detail
  tellHost({ type: 'error', detail })
}

export function troubleIsOver(): void {
  lastTrouble = null
}

/** Of the page that holds this one, as the browser knows it: the only one to tell of a session that does not exist. */
function parentOrigin(): string | null {
  const [nearest] = location.ancestorOrigins ?? []
  if (nearest) return nearest
  return document.referrer ? new URL(document.referrer).origin : null
}
