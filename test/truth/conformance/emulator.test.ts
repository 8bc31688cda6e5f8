import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { INTERFACE_RULES, NOT_OBSERVABLE } from '../../../src/contract/rules.js'
import { RULES, STAGED_RULES } from '../../../src/truth/conformance/run-rules.js'
import { scratchFolder, writeFile } from '../../commands/scratch.js'
import { openBench } from '../../commands/with-emulator.js'
import { fidelitySummary, fidelityTable } from './fidelity.js'

interface Report {
  id: string
  verdict: string
  reason: string | null
}

test('every rule of the interface is looked at, or says that it binds clients or explains', () => {
  const looked = new Set([...RULES, ...STAGED_RULES].map(({ id }) => id))
  const others = [...INTERFACE_RULES.values()].filter(({ id }) => !looked.has(id))
  expect(new Set(others.map(({ conformance }) => conformance))).toEqual(new Set(['client', 'note']))
  expect(looked.size + others.length).toBe(INTERFACE_RULES.size)
})

test('`conformance --write` looks at all that an emulator can show, and leaves nothing', async () => {
  const bench = await openBench({ rateLimits: true })
  const { code, stdout, stderr } = await bench.run(['conformance', '--write', '--json'])
  expect(stderr).toBe('')
  const { rules } = JSON.parse(stdout) as { rules: Report[] }
  const of = (verdict: string) => rules.filter((each) => each.verdict === verdict)
  expect(of('broken')).toEqual([])
  expect(of('skipped').map(({ id }) => id)).toEqual(['DLV-9'])
  expect(new Set(of('unseen').map(({ reason }) => reason))).toEqual(
    new Set([NOT_OBSERVABLE.client, NOT_OBSERVABLE.note]),
  )
  expect(rules).toHaveLength(INTERFACE_RULES.size)
  expect(code).toBe(0)
  const orgs = await bench.emulator.control.listOrganizations()
  expect(orgs.items).toHaveLength(1)
  holdTable('src/truth/README.md', fidelityTable(rules))
  holdTable('README.md', fidelitySummary(rules))
})

const ROOT = resolve(import.meta.dirname, '../../..')
const MARKS = ['<!-- fidelity: npm run record -->\n', '\n<!-- /fidelity -->'] as const

/** A document shows the table of this run; `npm run record` writes it there. */
function holdTable(document: string, table: string): void {
  const path = resolve(ROOT, document)
  const text = readFileSync(path, 'utf8')
  const [start, end] = [text.indexOf(MARKS[0]) + MARKS[0].length, text.indexOf(MARKS[1])]
  if (process.env.npm_lifecycle_event === 'record') {
    writeFileSync(path, text.slice(0, start) + table + text.slice(end))
  } else expect(text.slice(start, end)).toBe(table)
}

test('deliveries are judged by the names of the facts in force', async () => {
  const facts = { 'event:content.pushed': { names: { inserted: 'counts.added' } } }
  const bench = await openBench({ facts })
  const file = writeFile(scratchFolder(), 'facts.json', facts)
  const { stdout, stderr } = await bench.run(['conformance', '--write', '--rule', 'EVT-2', '--json', '--facts', file])
  const { rules } = JSON.parse(stdout || stderr) as { rules: Report[] }
  expect(rules.find(({ id }) => id === 'EVT-2')).toMatchObject({ verdict: 'kept' })
})
