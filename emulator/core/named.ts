const LONGEST = 60

/** What a line of the log calls a record: `source 4 (Tickets 2026)`. A long name is cut. */
export function named(what: string, { id, ...row }: { id: number } & ({ name: string } | { title: string })): string {
  const name = 'name' in row ? row.name : row.title
  return `${what} ${id} (${name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name})`
}
