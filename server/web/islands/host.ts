import type { FrameDetail, FrameOutcome, HostData } from '../host-data.ts'

/** A message to the page that embeds the frame, or to the app that holds the webview (decision 0044). */
export type HostMessage = FrameOutcome | { type: 'ready' | 'viewed' } | { type: 'resize'; height: number }

/** The objects that mobile apps inject into their webview. */
interface AppBridges {
  ReactNativeWebView?: { postMessage(text: string): void }
  webkit?: { messageHandlers?: { countersign?: { postMessage(message: object): void } } }
}

const block = document.getElementById('host')
/** Null on a page that is not embedded: then all functions here do nothing. */
export const host = block && (JSON.parse(block.textContent ?? '') as HostData)

let lastReported: FrameDetail | null = null

/**
 * Posts to the session's origin only: the browser drops the message when a page of another origin holds the frame. As
 * the top page of a mobile webview it posts to the app, which has no origin.
 */
export function postToHost(message: HostMessage): void {
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

/** Reports the same error once, however often a call is repeated. */
export function reportError(detail: FrameDetail): void {
  if (detail === lastReported) return
  lastReported = detail
  postToHost({ type: 'error', detail })
}

export function clearReportedError(): void {
  lastReported = null
}

/** The origin of the embedding page as the browser reports it: the only target when the session does not exist. */
function parentOrigin(): string | null {
  const [nearest] = location.ancestorOrigins ?? []
  if (nearest) return nearest
  return document.referrer ? new URL(document.referrer).origin : null
}
