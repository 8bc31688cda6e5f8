import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Transport } from '../../src/contract/wire.js'
import { scratchFolder } from './scratch.js'
import { openBench, stageSource, storedTexts } from './with-emulator.js'

describe('push --watch', () => {
  /** Runs the command until `steps` looks were taken; `atLook` may change the folder before each, and as look 0 while the first file is pushed. */
  async function watch(
    atLook: (look: number, drop: (name: string, text: string) => void, printed: () => string) => void | Promise<void>,
    more: string[] = ['--json'],
    looks = 8,
  ) {
    const bench = await openBench()
    await stageSource(bench)
    const cwd = scratchFolder()
    const folder = join(cwd, 'in')
    mkdirSync(folder)
    const drop = (name: string, text: string) => {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), text)
    }
    let printed = ''
    const stdout = {
      isTerminal: false,
      columns: () => undefined,
      async write(text: string | Uint8Array) {
        printed += text
      },
    }
    let look = 0
    let stop: ((signal: NodeJS.Signals) => void) | undefined
    const sleep = async (waitMs: number) => {
      if (waitMs !== 1_000) return
      look += 1
      await atLook(look, drop, () => printed)
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
      if (request.url.includes('/content/push') && pushes === 1) await atLook(0, drop, () => printed)
      return answer
    }
    const ran = await bench.run(['push', '--watch', 'in', '--source', 'Tickets', ...more], {
      ...{ cwd, env: { INPK_CONFIG_DIR: join(cwd, 'config') } },
      ...{ transport, stdout },
      sleep,
      onSignal,
    })
    const list = (name: string) => (existsSync(join(folder, name)) ? readdirSync(join(folder, name)).sort() : [])
    return {
      ...ran,
      stdout: printed,
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

  it('says of each file what it came to, as soon as it did', async () => {
    const pushed = await watch((look, drop) => {
      if (look === 1) drop('a.csv', 'text,id\none,1\n,2\n')
    }, [])
    expect(pushed.stderr).toContain(
      'in/a.csv: 2 rows, 1 inserted, 0 duplicates, 1 rejected (in/done/a.csv.rejects.csv). It is now in/done/a.csv.\n',
    )
  })

  it.each([
    ['-o table', ['-o', 'table'], /^in\/a\.csv: 1 row, 1 inserted/],
    ['-o ndjson', ['-o', 'ndjson'], /^\{"file":"in\/done\/a\.csv",.*"inserted":1.*\}\n$/],
    ['--jq with ndjson', ['-o', 'ndjson', '--jq', '.file'], /^in\/done\/a\.csv\n$/],
    ['-o csv', ['-o', 'csv'], /^file,.*\nin\/done\/a\.csv,.*\n$/],
    ['--json', ['--json'], /^\[\n {2}\{\n {4}"file": "in\/done\/a\.csv",[\s\S]*\}$/],
  ])('%s prints what a file came to while it watches on', async (_, argv, expected) => {
    const printed: string[] = []
    const ran = await watch(
      async (look, drop, stdout) => {
        if (look === 1) drop('a.csv', 'text,id\none,1\n')
        if (look !== 4) return
        while (stdout() === '') await new Promise((resolve) => setTimeout(resolve, 2))
        printed.push(stdout())
        drop('b.csv', 'text,id\ntwo,2\n')
      },
      argv,
      10,
    )
    expect(printed).toEqual([expect.stringMatching(expected)])
    expect(ran.texts).toEqual(['one', 'two'])
    if (argv[0] === '--json')
      expect(JSON.parse(ran.stdout)).toMatchObject([{ file: 'in/done/a.csv' }, { file: 'in/done/b.csv' }])
  })

  it.each(['package.json', '.git', 'inpk.config.json'])(
    'a folder with %s is a project, whose files stay where they are',
    async (name) => {
      const bench = await openBench()
      const cwd = scratchFolder()
      await stageSource(bench)
      writeFileSync(join(cwd, name), '{}')
      writeFileSync(join(cwd, 'todo.txt'), 'Buy milk\n')
      const around = { cwd, env: { INPK_CONFIG_DIR: join(cwd, 'config') } }
      const { code, stderr } = await bench.run(['push', '--watch', '.', '--source', 'Tickets'], around)
      expect([code, stderr]).toEqual([2, expect.stringContaining(`. holds a project (${name})`)])
      expect(readdirSync(cwd).sort()).toEqual([name, 'todo.txt'].sort())
    },
  )

  it('sets a file aside that cannot be read, and goes on; one of the same name keeps its own', async () => {
    const ran = await watch((look, drop) => {
      if (look === 1) drop('a.xlsx', 'not a valid workbook')
      if (look === 1) drop('b.csv', 'text\none\n')
      if (look === 5) drop('b.csv', 'text\ntwo\n')
    }, [])
    expect(ran).toMatchObject({ texts: ['one', 'two'], failed: ['a.xlsx'], done: ['2-b.csv', 'b.csv'], left: [] })
    expect(ran.stderr).toContain('It was moved to failed')
  })

  it("leaves files of types that can't be pushed where they are, and says so once", async () => {
    const ran = await watch(
      (look, drop) => {
        if (look === 1) drop('app.js', 'let a = 1\nlet b = 2\n')
        if (look === 1) drop('page.csv', '<!doctype html><html><body>Sign in</body></html>')
        if (look === 1) drop('b.csv', 'text\none\n')
        if (look === 6) drop('app.js', 'let a = 1\nlet b = 3\nlet c\n')
        if (look === 10) drop('page.csv', 'text\ntwo\n')
      },
      ['--json'],
      16,
    )
    expect(ran).toMatchObject({ texts: ['one', 'two'], failed: [], done: ['b.csv', 'page.csv'], left: ['app.js'] })
    expect(ran.stderr.split('\n')).toEqual([
      'warning: in/app.js: unsupported file type: .js. The file stays there.',
      'warning: in/page.csv: the file is a web page, not a table. The file stays there.',
      '',
    ])
  })

  it('names the rejected rows where they lie in the end', async () => {
    const ran = await watch((look, drop) => {
      if (look === 1) drop('a.csv', 'text,id\none,1\n,2\n')
    })
    expect(ran.done).toEqual(['a.csv', 'a.csv.rejects.csv'])
    expect(JSON.parse(ran.stdout)).toMatchObject([{ rejects_file: 'in/done/a.csv.rejects.csv' }])
  })

  it('shows a person the same place', async () => {
    const ran = await watch((look, drop) => {
      if (look === 1) drop('a.csv', 'text,id\none,1\n,2\n')
    }, [])
    expect(ran.stdout).toBe(
      'in/a.csv: 2 rows, 1 inserted, 0 duplicates, 1 rejected (in/done/a.csv.rejects.csv). It is now in/done/a.csv.\n',
    )
  })

  it('keeps rejected rows that wait in done, though their file is gone from there', async () => {
    const ran = await watch((look, drop) => {
      if (look === 1) drop('done/a.csv.rejects.csv', 'rows of yesterday\n')
      if (look === 1) drop('a.csv', 'text,id\none,1\n,2\n')
    })
    expect(ran.done).toEqual(['2-a.csv', '2-a.csv.rejects.csv', 'a.csv.rejects.csv'])
    expect(JSON.parse(ran.stdout)).toMatchObject([{ rejects_file: 'in/done/2-a.csv.rejects.csv' }])
  })

  it.each([
    ['nowhere', 'folder not found'],
    ['tickets.csv', 'not a folder'],
  ])('--watch %s: %s, and nothing is watched', async (folder, fault) => {
    const cwd = scratchFolder()
    writeFileSync(join(cwd, 'tickets.csv'), 'text\none\n')
    const bench = await openBench()
    await stageSource(bench)
    const { code, stderr } = await bench.run(['push', '--watch', folder, '--source', 'Tickets'], { cwd })
    expect([code, stderr]).toEqual([2, expect.stringContaining(`error: --watch: ${fault}: ${join(cwd, folder)}`)])
    expect(stderr).not.toContain('Watching')
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
