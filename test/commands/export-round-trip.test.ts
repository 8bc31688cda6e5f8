import fc from 'fast-check'
import { expect, it } from 'vitest'
import { guardCell, unguardCell } from '../../src/contract/items/exported.js'
import { scratchFolder, writeFile } from './scratch.js'
import { openBench, stageSource, storedTexts } from './with-emulator.js'

const TEXTS = [
  '=1+1 is what I typed',
  '- not good at all',
  "'=2 with an apostrophe",
  "''-5",
  "'tis fine",
  '-5',
  "'-5",
  '@ada',
]

it('what a spreadsheet would run is guarded in an export, and nothing else of any text is changed', () => {
  const text = fc.string({ unit: fc.constantFrom("'", '=', '-', '5', 'a', '@', '+', '.') })
  fc.assert(fc.property(text, (each) => unguardCell(guardCell(each)) === each))
})

it.each([[[]], [['--raw']]])(
  'an export (%j) that is pushed stores the same items, and finds them to erase',
  async (flags) => {
    const bench = await openBench()
    const items = TEXTS.map((text, index) => ({ text, external_id: index === 0 ? '@a' : `id-${index}` }))
    await stageSource(bench, items)
    const cwd = scratchFolder()
    const around = { cwd, env: { INPK_CONFIG_DIR: cwd } }
    const { stdout } = await bench.run(['feedback', 'export', '--source', 'Tickets', ...flags], around)
    writeFile(cwd, 'x.csv', stdout)
    const other = ['--group', 'Support', '--source', 'Copy', '--create']
    expect((await bench.run(['push', 'x.csv', ...other], around)).code).toBe(0)
    expect((await storedTexts(bench)).sort()).toEqual([...TEXTS, ...TEXTS].sort())
    const erased = await bench.run(['feedback', 'erase', '--from', 'x.csv', '--source', 'Copy', '--yes'], around)
    expect([erased.code, erased.stdout]).toEqual([0, `Erased ${TEXTS.length} items; 0 not found.\n`])
  },
)
