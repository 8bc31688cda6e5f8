import { DEFAULT_ORGANIZATION } from './observed.js'

/** What is stored in the end: a line for each record, and how often it is there. */
export type EndState = ReadonlyMap<string, number>

/** What is read of an organisation's export. */
export interface ExportedState {
  state: {
    groups: Record<string, { id: number; name: string }>
    sources: Record<string, ExportedSource>
    recipients: Record<string, { email: string; sourceId: number }>
    tasks: Record<string, { status: string }>
    deliveries: Record<string, { event: string; attempts: { status: number | null }[] }>
  }
  items: readonly ({ sourceId: number; fieldId: number } & Record<string, unknown>)[]
}

interface ExportedSource {
  id: number
  groupId: number
  title: string
  publishedAt: number | null
  fields: readonly { id: number; text: string }[]
}

/** Differ from run to run, though the command does the same. */
const OWN = new Set(['id', 'sourceId', 'fieldId', 'createdAt'])

/** What organisations hold, by their ids, without ids and times of their own. */
export function endStateOf(exported: ReadonlyMap<string, ExportedState>): EndState {
  const counts = new Map<string, number>()
  for (const [orgId, state] of exported) {
    const where = orgId === DEFAULT_ORGANIZATION ? '' : `, organisation ${orgId}`
    addRecords(state, (line) => counts.set(`${line}${where}`, (counts.get(`${line}${where}`) ?? 0) + 1))
  }
  return counts
}

function addRecords({ state, items }: ExportedState, add: (line: string) => void): void {
  const groups = new Map(Object.values(state.groups).map((group) => [group.id, group.name]))
  const sources = new Map(Object.values(state.sources).map((source) => [source.id, source]))
  const nameOf = ({ groupId, title }: ExportedSource) => `"${title}" in "${groups.get(groupId)}"`
  for (const { name } of Object.values(state.groups)) add(`group "${name}"`)
  for (const source of sources.values()) {
    add(`source ${nameOf(source)}`)
    if (source.publishedAt !== null) add(`publication of ${nameOf(source)}`)
  }
  for (const { email, sourceId } of Object.values(state.recipients)) {
    const source = sources.get(sourceId)
    add(`invite to ${email}${source ? ` from ${nameOf(source)}` : ''}`)
  }
  for (const item of items) {
    const source = sources.get(item.sourceId)
    const field = source?.fields.find(({ id }) => id === item.fieldId)?.text
    const members = Object.entries(item).filter(([name, value]) => !OWN.has(name) && value !== null && name !== 'text')
    const said = members.map(([name, value]) => `, ${name} ${value}`).join('')
    add(`item "${item.text}"${said} in ${source ? nameOf(source) : 'a deleted source'}, field "${field}"`)
  }
}

/** How one end state differs from another: what is there too often, and what is missing, with how many of each. */
export function differenceOf(
  now: EndState,
  wanted: EndState,
): { more: [string, number][]; missing: [string, number][] } {
  const lines = [...new Set([...wanted.keys(), ...now.keys()])]
  const by = lines.map((line) => [line, (now.get(line) ?? 0) - (wanted.get(line) ?? 0)] as [string, number])
  return {
    more: by.filter(([, count]) => count > 0),
    missing: by.flatMap(([line, count]) => (count < 0 ? [[line, -count] as [string, number]] : [])),
  }
}

/** The same with every number, date and random word made equal, for commands that draw new ones each time. */
export function withoutDrawn(state: EndState): EndState {
  const counts = new Map<string, number>()
  for (const [line, count] of state) {
    const same = line.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|\b(?=[a-z]*\d)[a-z0-9]{6,}\b|\d+/gi, '#')
    counts.set(same, (counts.get(same) ?? 0) + count)
  }
  return counts
}

/** The first line in which two outputs of a state command differ, as each has it. */
export function differingLines(one = '', other = ''): [string, string] {
  const [lines, others] = [linesOf(one), linesOf(other)]
  for (let place = 0; place < Math.max(lines.length, others.length); place += 1)
    if (lines[place] !== others[place]) return [quoted(lines[place]), quoted(others[place])]
  const last = quoted(lines.at(-1))
  const ended = (text: string) => (text.endsWith('\n') ? `${last} and a line end` : last)
  return [ended(one), ended(other)]
}

/** The lines of a text, whether the last has an end or not; an empty text has none. */
function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n')
}

function quoted(line: string | undefined): string {
  return line === undefined ? 'nothing' : `"${line}"`
}
