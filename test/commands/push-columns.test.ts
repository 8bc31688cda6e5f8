import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { scratchFolder, writeFile } from './scratch.js'
import { openBench, stageSource, storedTexts } from './with-emulator.js'

async function stage() {
  const bench = await openBench()
  await stageSource(bench)
  const cwd = scratchFolder()
  writeFile(cwd, 'a.csv', 'nr,what,more,stars\n1,Great,service,5\n2,Slow,,2\n')
  const surroundings = { cwd, env: { INPK_CONFIG_DIR: join(cwd, 'config') } }
  const push = (...argv: string[]) => bench.run(['push', ...argv, '--source', 'Tickets'], surroundings)
  return { bench, cwd, push, surroundings }
}

describe('push --map with several members in one entry (C5)', () => {
  it('as in cli.md, over a mapping that was saved, replaces each member that it names', async () => {
    const { cwd, bench, push } = await stage()
    writeFile(cwd, 'b.csv', 'ID,Review,Old\nr-1,So nice,o-1\nr-2,So bad,o-2\n')
    await push('b.csv', '--map', 'text=Old,external_id=Old', '--save-mapping', 'shop', '--dry-run')
    const { code, stderr } = await push('b.csv', '--mapping', 'shop', '--map', 'text=Review,external_id=ID')
    expect([code, stderr]).toEqual([0, expect.stringContaining('external_id ← ID (as specified)')])
    expect(await storedTexts(bench)).toEqual(['So bad', 'So nice'])
  })

  it('a text that stands after the comma replaces the fields that were saved, and a column may hold comma and =', async () => {
    const { cwd, bench, push } = await stage()
    writeFile(cwd, 'b.csv', 'ID,Other,"Why, and how? rating=1"\nr-1,So nice,x\nr-2,So bad,y\n')
    writeFile(cwd, 'inpk.config.json', { mappings: { two: { fields: { ID: 'Id?', Other: 'Other?' } } } })
    const { stderr } = await push('b.csv', '--mapping', 'two', '--map', 'external_id=ID,text=Why, and how? rating=1')
    expect(stderr).toContain('text ← Why, and how? rating=1')
    expect(await storedTexts(bench)).toEqual(['x', 'y'])
  })

  it('a saved column that the file lacks is no fault where the flag names another', async () => {
    const { cwd, push } = await stage()
    writeFile(cwd, 'inpk.config.json', { mappings: { shop: { map: { text: 'Gone', external_id: 'nr' } } } })
    expect((await push('a.csv', '--mapping', 'shop', '--map', 'rating=stars,text=what')).code).toBe(0)
    const gone = await push('a.csv', '--mapping', 'shop')
    expect([gone.code, gone.stderr]).toEqual([2, expect.stringContaining('The file has: nr, what, more, stars.')])
  })
})

describe('what a push says on the screen (E10, B11)', () => {
  it('each warning once, and why rows are rejected', async () => {
    const { cwd, push } = await stage()
    writeFile(cwd, 'cut.json', '{"text":"Fine day","external_id":"1"}\n{"text":"Bad d')
    const { code, stderr, stdout } = await push('cut.json', '--format', 'ndjson')
    expect([code, stderr]).toEqual([10, expect.stringContaining('row 2: not valid JSON')])
    expect((stderr + stdout).match(/row 2/g)).toHaveLength(1)
    const quiet = await push('a.csv', '--map', 'text=more', '--quiet')
    expect([quiet.stdout, quiet.stderr]).toEqual([expect.stringContaining('1 row has no text (row 3)'), ''])
  })

  it('no counts of batches where nothing was sent', async () => {
    const { cwd, push } = await stage()
    writeFile(cwd, 'cut.ndjson', '{"text":"Bad d')
    expect((await push('cut.ndjson')).stdout).not.toContain('0 batches')
  })

  it('columns once, those without a header by their number', async () => {
    const { cwd, push } = await stage()
    writeFile(cwd, 'b.csv', 'id,,b\n1,2,3\n')
    const { code, stderr } = await push('b.csv')
    expect([code, stderr]).toEqual([
      6,
      expect.stringContaining('Name the right one with --map text=Column. The file has: id, #2, b.'),
    ])
    expect(stderr).not.toContain('columns:')
  })

  it('the option whose name is too short', async () => {
    const { bench, cwd, surroundings } = await stage()
    const target = ['--group', 'A', '--source', 'New', '--create']
    const ran = await bench.run(['push', join(cwd, 'a.csv'), '--map', 'text=what', ...target], surroundings)
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining('--group "A": the name of a group')])
  })
})

describe('an upload whose file has no column "text" (E10)', () => {
  const upload = async (...more: string[]) => {
    const { bench, surroundings } = await stage()
    return bench.run(['upload', 'a.csv', '--source', 'Tickets', '--wait', ...more], surroundings)
  }

  it('is refused with the columns there are and how to name the right one', async () => {
    const { code, stdout, stderr } = await upload()
    expect([code, stdout]).toEqual([6, ''])
    expect(stderr).toContain('no column named "text"')
    expect(stderr).toContain('`--map text=Column`')
    expect(stderr).toContain('The file has: nr, what, more, stars.')
  })

  it('needs no such advice once a column was named', async () => {
    const { code, stdout, stderr } = await upload('--map', 'text=Nope')
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain('no column named "Nope"')
    expect(stderr).not.toContain('Without --map')
  })
})

describe('push --external-id', () => {
  it.each(['none', 'content'])('%s does not send the column of ids, and names no member for it', async (mode) => {
    const { push } = await stage()
    const { stderr } = await push('a.csv', '--map', 'external_id=nr,text=what', '--external-id', mode)
    expect(stderr).toContain(`not pushed: nr (--external-id ${mode}), more`)
    expect(stderr).not.toContain('external_id ←')
  })
})
