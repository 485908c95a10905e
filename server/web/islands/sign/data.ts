import type { SignPageData } from '../../signing/client-data.ts'
import { byId } from '../dom.ts'

/** The data that the server rendered into the page for this script. */
export const data = JSON.parse(byId('data').textContent ?? '') as SignPageData
export const texts = data.texts
