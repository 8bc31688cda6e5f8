import { wrongUsage } from '../terminal/failure.js'

/** Headers from lines `Name: value`, by lower-case name. Refuses a line of another form. */
export function readHeaders(lines: readonly string[]): Record<string, string> {
  const headers = lines.map((line) => {
    const [, name, value] = /^([^:]+):\s*(.*)$/s.exec(line) ?? []
    if (name === undefined)
      throw wrongUsage(`--header ${JSON.stringify(line)}: must be a name and a value, such as "X-Trace: 1"`)
    return [name.trim().toLowerCase(), value!]
  })
  return Object.fromEntries(headers)
}
