/** Rewrites the times of the page, which the server wrote in UTC, in the reader's zone; the zone's name is part of it. */
function showLocalTimes(): void {
  const format = new Intl.DateTimeFormat(document.documentElement.lang, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    numberingSystem: 'latn',
  })
  for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-local]')) {
    time.textContent = format.format(new Date(time.dateTime))
  }
}

showLocalTimes()
