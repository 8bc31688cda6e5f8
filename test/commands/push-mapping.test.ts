import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Transport } from '../../src/contract/wire.js'
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

describe('push --watch', () => {
  /** Runs the command until `steps` looks were taken; `atLook` may change the folder before each, and as look 0 while the first file is pushed. */
  async function watch(
    atLook: (look: number, drop: (name: string, text: string) => void) => void,
    more: string[] = ['--json'],
    looks = 8,
  ) {
    const { bench, cwd, surroundings } = await stage()
    const folder = join(cwd, 'in')
    await mkdir(folder)
    const drop = (name: string, text: string) => writeFileSync(join(folder, name), text)
    let look = 0
    let stop: ((signal: NodeJS.Signals) => void) | undefined
    const sleep = async (waitMs: number) => {
      if (waitMs !== 1_000) return
      look += 1
      atLook(look, drop)
      if (look === looks) stop?.('SIGINT')
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    const onSignal = (listener: (signal: NodeJS.Signals) => void) => {
      stop = listener
      return () => {}
    }
    let pushes = 0
    const transport: Transport = async (request) => {
      const answer = await bench.emulator.handle(request)
      if (request.url.includes('/content/push')) pushes += 1
      if (request.url.includes('/content/push') && pushes === 1) atLook(0, drop)
      return answer
    }
    const ran = await bench.run(['push', '--watch', 'in', '--source', 'Tickets', ...more], {
      ...surroundings,
      transport,
      sleep,
      onSignal,
    })
    const list = (name: string) => (existsSync(join(folder, name)) ? readdirSync(join(folder, name)).sort() : [])
    return {
      ...ran,
      texts: await storedTexts(bench),
      left: list('.').filter((name) => name.includes('.')),
      done: list('done'),
      failed: list('failed'),
    }
  }

  it('pushes every dropped file once, when it has stopped growing, and moves it to done', async () => {
    const ran = await watch((look, drop) => {
      if (look === 1) drop('a.csv', 'text\none\n')
      if (look === 1) drop('b.csv.part', 'text\nnot yet\n')
      if (look <= 4) drop('c.csv', `text\n${'grown\n'.repeat(look)}`)
    })
    expect(ran).toMatchObject({
      code: 130,
      texts: ['grown', 'grown', 'grown', 'grown', 'one'],
      left: ['b.csv.part'],
      done: ['a.csv', 'c.csv'],
      failed: [],
    })
    expect(JSON.parse(ran.stdout)).toMatchObject([{ rows: 1 }, { rows: 4 }])
  })

  it('sets a file aside that cannot be read, and goes on; one of the same name keeps its own', async () => {
    const ran = await watch((look, drop) => {
      if (look === 1) drop('a.xlsx', 'not a valid workbook')
      if (look === 1) drop('b.csv', 'text\none\n')
      if (look === 5) drop('b.csv', 'text\ntwo\n')
    }, [])
    expect(ran).toMatchObject({ texts: ['one', 'two'], failed: ['a.xlsx'], done: ['2-b.csv', 'b.csv'], left: [] })
    expect(ran.stderr).toContain('It was moved to failed')
  })

  it('names the rejected rows where they lie in the end', async () => {
    const ran = await watch((look, drop) => {
      if (look === 1) drop('a.csv', 'text,id\none,1\n,2\n')
    })
    expect(ran.done).toEqual(['a.csv', 'a.csv.rejects.csv'])
    expect(JSON.parse(ran.stdout)).toMatchObject([{ rejects_file: 'in/done/a.csv.rejects.csv' }])
  })

  it('a file that changes while it is pushed stays and is taken again, and the others are taken', async () => {
    const ran = await watch((look, drop) => {
      if (look === 1) drop('a.csv', 'text,id\none,1\n')
      if (look === 1) drop('b.csv', 'text,id\nother,9\n')
      if (look === 0) drop('a.csv', 'text,id\none,1\ntwo,2\n')
    }, [])
    expect(ran).toMatchObject({ code: 130, texts: ['one', 'other', 'two'], done: ['a.csv', 'b.csv'], left: [] })
    expect(ran.stderr).toContain('a.csv changed while it was pushed. It stays')
  })

  it('tells of a file that is written on after it was moved, and does not end as if all were pushed', async () => {
    const ran = await watch(
      (look, drop) => {
        if (look === 1) drop('a.csv', 'text\none\n')
        if (look === 5) drop('done/a.csv', 'text\none\ntwo\n')
      },
      ['--json'],
    )
    expect(ran).toMatchObject({ code: 10, texts: ['one'], done: ['a.csv'] })
    expect(ran.stderr.match(/in\/done\/a\.csv grew after it was pushed .*, 4 bytes more/g)).toHaveLength(1)
    expect(ran.stderr).toContain('NOT pushed')
  })

  it('looks once more when it ends, also with --quiet', async () => {
    const late = (look: number, drop: (name: string, text: string) => void) => {
      if (look === 1) drop('a.csv', 'text\none\n')
      if (look === 8) drop('done/a.csv', 'text\none\ntwo\n')
    }
    const ran = await watch(late, ['--quiet'])
    expect([ran.code, ran.stderr]).toEqual([10, expect.stringContaining('NOT pushed')])
  })
})
