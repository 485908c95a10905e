import { parse } from 'bowser'

/**
 * The family of browser and device behind a `User-Agent`, such as "Safari on iPhone"; null when it names none. The
 * whole string stays private: a family identifies nobody.
 */
export function deviceOf(userAgent: string | null): string | null {
  if (!userAgent) return null
  const { browser, os, platform } = parse(userAgent)
  const device = platform.model && platform.vendor === 'Apple' ? platform.model : os.name
  if (browser.name && device) return `${browser.name} on ${device}`
  // An unknown browser has an empty name.
  return browser.name || device || null
}
