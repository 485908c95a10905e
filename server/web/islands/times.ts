/**
 * Rewrites the times in `root`, which the server wrote in UTC, in the reader's zone; the zone's name is part of it. In a
 * list (`brief`) only the time of today, else day and minute: the rest is shown on hovering.
 */
export function showLocalTimes(root: ParentNode): void {
  const format = localFormat()
  for (const time of root.querySelectorAll<HTMLTimeElement>('time[data-local]')) {
    const at = new Date(time.dateTime)
    const full = format.format(at)
    if (time.dataset.local === 'brief') time.title = full
    time.textContent = time.dataset.local === 'brief' ? briefly(at) : full
  }
}

/** A time in the reader's zone, with the zone's name, in the language of the page. */
export const localFormat = () =>
  new Intl.DateTimeFormat(document.documentElement.lang, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    numberingSystem: 'latn',
  })

const briefly = (at: Date) =>
  at.toDateString() === new Date().toDateString()
    ? at.toLocaleTimeString('en-GB')
    : at.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

showLocalTimes(document)
