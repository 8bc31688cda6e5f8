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

/** The time of day alone. */
export function TimeOfDay({ at }: { at: string }) {
  return (
    <time dateTime={at} title={`${at} (UTC)`}>
      {at.slice(11, 23)}
    </time>
  )
}
