import { type FrameMessage, openSigningFrame } from '../../sdk/src/embed/index.ts'

/** The script of the page that holds a frame in tests (`embed-host.ts`): records every message it receives. */
const received: FrameMessage[] = []
const heard: { origin: string; data: unknown }[] = []
addEventListener('message', ({ origin, data }) => heard.push({ origin, data }))
const url = new URLSearchParams(location.search).get('url')!
const frame = openSigningFrame({ container: '#frame', url, onMessage: (message) => received.push(message) })
Object.assign(globalThis, { received, heard, frame })
