import { isTimeZone } from '../../../domain/time-zone.ts'
import type { SignPageData } from '../../signing/client-data.ts'
import { byId } from '../dom.ts'

/** The data that the server rendered into the page for this script. */
export const data = JSON.parse(byId('data').textContent ?? '') as SignPageData
export const texts = data.texts
/** Only where a table is filled in. */
export const rowTexts = data.rowTexts!

const ownZone: string | undefined = Intl.DateTimeFormat().resolvedOptions().timeZone
/** Of this device; null when it has none, or one that no list has, such as `Etc/Unknown`. */
export const timeZone = ownZone && isTimeZone(ownZone) ? ownZone : null
