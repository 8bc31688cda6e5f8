import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { CONTROL_IDS } from '../../src/contract/control/index.js'

const WEB = resolve(import.meta.dirname, '../../emulator/dashboard/web')

/** What another operation that the page calls shows as well. */
const SHOWN_BY_ANOTHER = [
  'getAssumption',
  'getChange',
  'getConnection',
  'getEmulator',
  'getFault',
  'getGroup',
  'getMember',
  'getMonitor',
  'getReport',
  'getSnapshot',
  'getTemplate',
  'listGroups',
]

it('whatever the control API can do is done by the page, too', () => {
  const names = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name))
  const whole = names.map((name) => readFileSync(join(WEB, name), 'utf8')).join('\n')
  const missing = CONTROL_IDS.filter((id) => !whole.includes(`'${id}'`))
  expect(missing.sort()).toEqual(SHOWN_BY_ANOTHER.sort())
})
