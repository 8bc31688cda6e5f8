/** A moment, to the second or to the millisecond, in UTC as everything on the wire is; the whole of it on hover. */
export function DateTime({ at, exact = false }: { at: string | null; exact?: boolean }) {
  if (at === null) return <span className="dim">–</span>
  const shown = `${at.slice(0, 10)} ${at.slice(11, exact ? 23 : 19)}`
  return (
    <time dateTime={at} title={`${at} (UTC)`}>
      {shown}
    </time>
  )
}

/** The day of a time as a heading, such as `Sunday 22 November 2026`; in UTC. */
export function dayInWords(at: string): string {
  return DAY.format(Date.parse(at))
}

const DAY = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

/** The time of day alone. */
export function TimeOfDay({ at }: { at: string }) {
  return (
    <time dateTime={at} title={`${at} (UTC)`}>
      {at.slice(11, 23)}
    </time>
  )
}
