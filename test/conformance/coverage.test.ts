import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { INTERFACE_RULES as RULES } from '../../src/contract/rules.js'

const FAMILIES =
  'KEY ME LST GRP SRC PUB PSH BLK FBK ERS ANA AUT IDM ERR RAT LIM VER VOC ADR APS CLI EVT DLV SIG SUB MCP INV UPL'.split(
    ' ',
  )

/** Rules of what this emulator does not have yet; a rule leaves this list with the test that names it. */
const LATER: Record<string, string> = {}

const ID = `(?:${[...new Set([...RULES.keys()].map((id) => id.split('-')[0]))].join('|')})-\\d+`
/** Rule ids at the start of a title (`[A-1, A-2]` or `[A-1] [A-2]`), or first in a row of a table that titles are made from. */
const PLACES = [new RegExp(`['"\`](?:\\[${ID}(?:, ${ID})*\\] ?)+`, 'g'), new RegExp(`^ {2}\\['${ID}', `, 'gm')]

function namedRules(): Set<string> {
  const folder = fileURLToPath(new URL('..', import.meta.url))
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const tests = names.filter((name) => /(?<!coverage)\.test\.tsx?$/.test(name))
  const sources = tests.map((name) => readFileSync(`${folder}/${name}`, 'utf8'))
  const places = sources.flatMap((source) => PLACES.flatMap((place) => source.match(place) ?? []))
  return new Set(places.flatMap((place) => place.match(new RegExp(ID, 'g')) ?? []))
}

describe('coverage of the interface', () => {
  const named = namedRules()
  const due = [...RULES.values()].filter((rule) => FAMILIES.includes(rule.id.split('-')[0]!) && rule.seenBy !== 'note')

  it('every rule that is not for later is named by the title of a test', () => {
    expect(due.map((rule) => rule.id).filter((id) => !named.has(id) && !(id in LATER))).toEqual([])
  })

  it('no rule is for later that a test names already', () => {
    expect(Object.keys(LATER).filter((id) => named.has(id))).toEqual([])
  })

  it('no test names a rule there is not', () => {
    expect([...named].filter((id) => !RULES.has(id))).toEqual([])
  })
})
