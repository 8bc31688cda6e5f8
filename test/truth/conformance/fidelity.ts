import { INTERFACE_RULES } from '../../../src/contract/rules.js'
import { RULES, STAGED_RULES } from '../../../src/truth/conformance/run-rules.js'

interface Row {
  section: string
  rules: number
  emulator: number
  service: number
  readOnly: number
}

const SERVICE = new Set([
  ...RULES.map(({ id }) => id),
  ...STAGED_RULES.filter(({ id }) => INTERFACE_RULES.get(id)!.conformance === 'stores').map(({ id }) => id),
])
const READ_ONLY = new Set(RULES.filter(({ writes }) => !writes).map(({ id }) => id))

/** What is looked at of each section of the interface, from a run with `--write` against the emulator, as src/truth/README.md shows it. */
export function fidelityTable(rules: readonly { id: string; verdict: string }[]): string {
  const kept = new Set(rules.filter(({ verdict }) => verdict === 'kept').map(({ id }) => id))
  const sections = new Map<string, Row>()
  for (const { id, section } of INTERFACE_RULES.values()) {
    const row = sections.get(section) ?? { section, rules: 0, emulator: 0, service: 0, readOnly: 0 }
    row.rules += 1
    row.emulator += Number(kept.has(id))
    row.service += Number(SERVICE.has(id))
    row.readOnly += Number(READ_ONLY.has(id))
    sections.set(section, row)
  }
  const rows = [...sections.values()]
  const sum = (member: Exclude<keyof Row, 'section'>) => rows.reduce((total, row) => total + row[member], 0)
  const all = {
    section: '**all**',
    rules: sum('rules'),
    emulator: sum('emulator'),
    service: sum('service'),
    readOnly: sum('readOnly'),
  }
  return [
    '| section of the interface | rules | kept by the emulator (`--write`) | looked at on a service (`--write`) | with `--read-only` |',
    '|---|---|---|---|---|',
    ...[...rows, all].map(
      (row) => `| ${row.section} | ${row.rules} | ${row.emulator} | ${row.service} | ${row.readOnly} |`,
    ),
  ].join('\n')
}

/** The same in three lines, for the README. */
export function fidelitySummary(rules: readonly { id: string; verdict: string }[]): string {
  const kept = rules.filter(({ verdict }) => verdict === 'kept').length
  return [
    `| ${rules.length} rules of the interface | |`,
    '|---|---|',
    `| checked on the emulator, and kept | ${kept} |`,
    `| checked on a real service; with \`--read-only\` | ${SERVICE.size}; ${READ_ONLY.size} |`,
    `| not checked: rules for clients, notes, slow rules | ${rules.length - kept} |`,
  ].join('\n')
}
