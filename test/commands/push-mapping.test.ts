import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { scratchFolder, writeFile } from './scratch.js'
import { openBench, stageSource, storedTexts } from './with-emulator.js'

const CSV = 'nr,what,more,stars\n1,Great,service,5\n2,Slow,delivery,2\n3,Fine,,4\n'

async function stage() {
  const bench = await openBench()
  await stageSource(bench)
  const cwd = scratchFolder()
  writeFile(cwd, 'a.csv', CSV)
  const surroundings = { cwd, env: { INPK_CONFIG_DIR: join(cwd, 'config') } }
  const push = (...argv: string[]) => bench.run(['push', ...argv, '--source', 'Tickets'], surroundings)
  return { bench, cwd, push, surroundings }
}

describe('push --save-mapping and --mapping', () => {
  it('keep the columns in the project file, whose other members stay, and take them again', async () => {
    const { bench, cwd, push } = await stage()
    writeFile(cwd, 'inpk.config.json', {
      api_prefix: '/api/input',
      mappings: { old: { map: { text: 'x' } } },
      other: [1],
    })
    const saved = await push(
      'a.csv',
      '--map',
      'text=more',
      '--map',
      'external_id=nr',
      '--save-mapping',
      'shop',
      '--dry-run',
    )
    expect(saved.stderr).toContain('Saved these columns as "shop"')
    expect(JSON.parse(readFileSync(join(cwd, 'inpk.config.json'), 'utf8'))).toEqual({
      api_prefix: '/api/input',
      mappings: { old: { map: { text: 'x' } }, shop: { map: { text: 'more', external_id: 'nr', rating: 'stars' } } },
      other: [1],
    })
    expect(readdirSync(cwd).filter((name) => name.startsWith('inpk.config.json'))).toEqual(['inpk.config.json'])
    const { code, stdout } = await push('a.csv', '--mapping', 'shop', '--json')
    expect([code, JSON.parse(stdout)]).toMatchObject([10, { inserted: 2, rejected: 1 }])
    expect(await storedTexts(bench)).toEqual(['delivery', 'service'])
  })

  it('flags that name the texts replace all texts that were saved', async () => {
    const { bench, push, surroundings } = await stage()
    const two = ['--field', 'what=What?', '--field', 'more=More?', '--save-mapping', 'two']
    await bench.run(['push', 'a.csv', '--check', ...two], surroundings)
    await push('a.csv', '--mapping', 'two', '--map', 'text=what')
    expect(await storedTexts(bench)).toEqual(['Fine', 'Great', 'Slow'])
    await push('a.csv', '--map', 'text=what', '--save-mapping', 'one', '--check')
    const ran = await push('a.csv', '--mapping', 'one', '--field', 'more=What happened?')
    expect([ran.code, ran.stderr]).toEqual([10, expect.not.stringContaining('text ← what')])
  })

  it.each([
    [['--map', 'text=what', '--map', 'text=more'], 'two columns are mapped to text'],
    [['--map', 'text=what', '--field', 'more=Why?'], '--map text and --field both name the text'],
    [['--map', 'rating=stars', '--map', 'rating=nr'], 'two columns are mapped to rating'],
  ])('%j is refused before anything is made', async (flags, message) => {
    const { bench, cwd, surroundings } = await stage()
    const target = ['--group', 'Support', '--source', 'New', '--create']
    const ran = await bench.run(['push', join(cwd, 'a.csv'), ...flags, ...target], surroundings)
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining(message)])
    expect(await bench.json(['sources', 'list'])).toMatchObject([{ survey_title: 'Tickets' }])
  })

  it('a flag counts more than what was saved', async () => {
    const { bench, push } = await stage()
    await push('a.csv', '--map', 'text=more', '--save-mapping', 'shop', '--dry-run')
    await push('a.csv', '--mapping', 'shop', '--map', 'text=what')
    expect(await storedTexts(bench)).toEqual(['Fine', 'Great', 'Slow'])
  })

  it('a name that is not there is refused with those that are', async () => {
    const { push } = await stage()
    await push('a.csv', '--map', 'text=more', '--save-mapping', 'shop', '--dry-run')
    const { code, stderr } = await push('a.csv', '--mapping', 'shpo')
    expect(code).toBe(2)
    expect(stderr).toContain('Did you mean `shop`')
  })

  it.each([
    ['a list', '["a"]'],
    ['columns that are no names', '{"map":{"text":3}}'],
    ['an order of dates that is none', '{"dates":"ydm"}'],
  ])('a mapping that is %s is refused', async (_, mapping) => {
    const { cwd, push } = await stage()
    writeFile(cwd, 'inpk.config.json', `{"mappings":{"shop":${mapping}}}`)
    expect((await push('a.csv', '--mapping', 'shop')).code).toBe(2)
  })
})

describe('push of a part of a file', () => {
  it('takes --shard, --sample and --max-items, and refuses what makes no sense', async () => {
    const { bench, push } = await stage()
    const columns = ['--map', 'text=what']
    expect((await push('a.csv', ...columns, '--shard', '1/2')).code).toBe(0)
    expect(await storedTexts(bench)).toEqual(['Fine', 'Great'])
    expect((await push('a.csv', ...columns, '--shard', '2/2')).code).toBe(0)
    expect(await storedTexts(bench)).toEqual(['Fine', 'Great', 'Slow'])
    expect((await push('a.csv', ...columns, '--shard', '3/2')).code).toBe(2)
    expect((await push('a.csv', '--shard', '1/2', '--sample', '3')).code).toBe(2)
    expect(JSON.parse((await push('a.csv', ...columns, '--max-items', '1', '--json')).stdout)).toMatchObject({
      rows: 1,
    })
    expect(JSON.parse((await push('a.csv', ...columns, '--sample', '2', '--json')).stdout)).toMatchObject({ rows: 2 })
  })
})

describe('push --check --json', () => {
  it('says what was found, chosen, counted and warned of', async () => {
    const { push } = await stage()
    const { code, stdout } = await push('a.csv', '--check', '--map', 'text=more', '--json')
    expect(code).toBe(6)
    expect(JSON.parse(stdout)).toMatchObject({
      file: {
        path: 'a.csv',
        format: 'csv',
        encoding: 'utf-8',
        delimiter: ',',
        columns: ['nr', 'what', 'more', 'stars'],
      },
      mapping: { texts: [{ header: 'more', chosen_by: 'option' }], external_id: 'content' },
      check: {
        complete: true,
        rows: 3,
        items: 2,
        rejected: 1,
        characters: 15,
        requests: 1,
        minutes: 1,
        warnings: [{ kind: 'empty_texts', count: 1, rows: [4] }],
        rejections: [{ row: 4, reason: expect.stringContaining('blank') }],
      },
    })
  })
})
