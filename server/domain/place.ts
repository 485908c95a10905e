import { isUuid } from './uuid.ts'

/** A place in a list that is in order of a time, and of the id where two times are equal. */
export interface ListPlace {
  at: Date
  id: string
}

/** As an address or a cursor names it: `<time>_<id>`. */
export const placeText = ({ at, id }: ListPlace): string => `${at.toISOString()}_${id}`

/** The years 1 to 9999: dates know more years than the database. */
const PLACE = /^((?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_(.*)$/

/** Null: no page named this. */
export function placeOf(text: string): ListPlace | null {
  const [, time = '', id = ''] = PLACE.exec(text) ?? []
  const at = new Date(time)
  return Number.isNaN(at.getTime()) || !isUuid(id) ? null : { at, id }
}
