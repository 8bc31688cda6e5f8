import { linkSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runInpk } from '../cli/run-inpk.js'
import { scratchFolder, writeFile } from './scratch.js'
import { openBench, stageSource } from './with-emulator.js'

const CSV = 'id,comment\n1,Great service\n2,\n'

function stage() {
  const cwd = scratchFolder()
  writeFile(cwd, 'a.csv', CSV)
  mkdirSync(join(cwd, 'sub'))
  symlinkSync('a.csv', join(cwd, 'soft.csv'))
  linkSync(join(cwd, 'a.csv'), join(cwd, 'hard.csv'))
  // No service is there: what is refused is refused before anything is asked.
  const push = (...argv: string[]) =>
    runInpk(['push', ...argv, '--source', 'S'], { cwd, env: { INPK_CONFIG_DIR: cwd } })
  return { cwd, push }
}

describe('push --rejects', () => {
  it.each(['a.csv', './sub/../a.csv', 'soft.csv', 'hard.csv'])(
    '%s, which is the input, is refused',
    async (rejects) => {
      const { cwd, push } = stage()
      const { code, stderr } = await push('a.csv', '--rejects', rejects)
      expect(code).toBe(2)
      expect(stderr).toContain('the rejected rows would be written over a.csv')
      expect(readFileSync(join(cwd, 'a.csv'), 'utf8')).toBe(CSV)
    },
  )

  it('is refused for several files and for --watch: each has its own', async () => {
    const { push } = stage()
    for (const argv of [
      ['a.csv', 'soft.csv'],
      ['--watch', 'sub'],
    ]) {
      const { code, stderr } = await push(...argv, '--rejects', 'r.csv')
      expect(code).toBe(2)
      expect(stderr).toContain('each file go to its own FILE.rejects.csv')
    }
  })

  it('left out, still never writes over a file of the same command', async () => {
    const { cwd, push } = stage()
    writeFile(cwd, 'a.csv.rejects.csv', CSV)
    const { code, stderr } = await push('a.csv', 'a.csv.rejects.csv')
    expect(code).toBe(2)
    expect(stderr).toContain('written over a.csv.rejects.csv, which is pushed')
  })
})

describe('the command that pushes corrected rows', () => {
  it.each([
    ['as it was typed', 'id,comment\n1,Fine\n2,\n', [], ''],
    ['by its number', 'id,,x\n1,Fine,a\n2,,b\n', ['--map', 'text=#2'], " --map 'text=#4'"],
    ['with a time zone', 'id,comment\n1,Fine\n2,\n', ['--tz', 'Europe/Berlin'], ' --tz Europe/Berlin'],
    ['found by its content', `id,Was war gut?\n1,"Alles war gut, danke sehr"\n2,\n`, [], " --map 'text=Was war gut?'"],
    ['with an order of dates', 'comment,date\nFine,01/31/2025\n,02/03/2025\n', [], ' --dates mdy'],
  ])('reads the column of texts and the others %s', async (_, content, argv, options) => {
    const bench = await openBench()
    const { source } = await stageSource(bench)
    const cwd = scratchFolder()
    writeFile(cwd, 'a.csv', content)
    const around = { cwd, env: { INPK_CONFIG_DIR: cwd } }
    const { code, stderr } = await bench.run(['push', 'a.csv', '--source', 'Tickets', ...argv], around)
    expect(code).toBe(10)
    const command = /then push them: `inpk (.*)`/.exec(stderr)?.[1]
    expect(command).toBe(`push a.csv.rejects.csv --source ${source}${options}`)
    const words = command!.match(/'[^']*'|\S+/g)!.map((word) => word.replaceAll("'", ''))
    const again = await bench.run(words, around)
    expect([again.code, again.stderr]).toEqual([10, expect.stringContaining('row 2: text must not be blank')])
  })
  it('numbers columns as they are in a rejects file that is pushed again', async () => {
    const bench = await openBench()
    const { source } = await stageSource(bench)
    const cwd = scratchFolder()
    writeFile(cwd, 'a.csv', 'rejected_reason,id,,date\nno text,1,,2026-01-02\n')
    const around = { cwd, env: { INPK_CONFIG_DIR: cwd } }
    const first = await bench.run(['push', 'a.csv', '--source', source, '--map', 'text=#3'], around)
    expect(first.stderr).toContain("--map 'text=#4'`")
    const second = await bench.run(['push', 'a.csv.rejects.csv', '--source', source, '--map', 'text=#4'], around)
    expect(second.stderr).toContain("--map 'text=#4'`")
  })
})

describe('a push that had finished, run again', () => {
  async function stagePushed() {
    const bench = await openBench()
    await stageSource(bench)
    const cwd = scratchFolder()
    const around = { cwd, env: { INPK_CONFIG_DIR: join(cwd, 'config') } }
    writeFile(cwd, 'a.csv', CSV)
    writeFile(cwd, 'b.csv', CSV)
    const push = async (...argv: string[]) => {
      const { code, stdout, stderr } = await bench.run(['push', ...argv, '--source', 'Tickets', '--json'], around)
      return { code, stderr, summary: JSON.parse(stdout) }
    }
    const textOf = (name: string) => readFileSync(join(cwd, name), 'utf8')
    return { bench, cwd, around, push, textOf }
  }

  it('names the file with its rejected rows, and leaves what was corrected there', async () => {
    const { push, textOf, cwd } = await stagePushed()
    const first = await push('a.csv')
    writeFile(cwd, 'a.csv.rejects.csv', 'corrected by hand')
    const again = await push('a.csv')
    expect([first.code, again.code]).toEqual([10, 0])
    expect(again.summary).toMatchObject({ already_finished: true, rejected: 1, rejects_file: 'a.csv.rejects.csv' })
    expect(textOf('a.csv.rejects.csv')).toBe('corrected by hand')
  })

  it.each([
    ['under another name', ['b.csv'], 'b.csv.rejects.csv'],
    ['with --rejects', ['a.csv', '--rejects', 'r.csv'], 'r.csv'],
    ['with --on-invalid stop', ['b.csv', '--on-invalid', 'stop'], 'b.csv.rejects.csv'],
  ])('%s, writes its rejected rows where they are looked for, and sends nothing', async (_, argv, file) => {
    const { bench, around, push, textOf } = await stagePushed()
    await push('a.csv')
    const requests: string[] = []
    const { code, stdout, stderr } = await bench.run(['push', ...argv, '--source', 'Tickets', '--json'], {
      ...around,
      transport(request) {
        requests.push(request.url)
        return bench.emulator.handle(request)
      },
    })
    expect(code, stderr).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ already_finished: true, rejected: 1, rejects_file: file })
    expect(textOf(file)).toBe(textOf('a.csv.rejects.csv'))
    expect(requests.filter((url) => url.includes('push'))).toEqual([])
  })

  it('does not take the rejected rows of another file for its own', async () => {
    const { cwd, push, textOf } = await stagePushed()
    await push('a.csv', '--rejects', 'r.csv')
    writeFile(cwd, 'b.csv', 'id,comment\n7,\n8,Fine\n')
    await push('b.csv', '--rejects', 'r.csv')
    await push('a.csv', '--rejects', 'r.csv')
    expect(textOf('r.csv')).toContain('\n3,text must not be blank,2,')
  })
})

describe('rejected rows that were corrected and not pushed yet', () => {
  it.each([
    ['that is pushed from the start', ['a.csv', '--restart']],
    ['that had finished', ['b.csv', '--rejects', 'a.csv.rejects.csv']],
  ])('of a file %s: the result says where they are, with --quiet too', async (_, argv) => {
    const bench = await openBench()
    await stageSource(bench)
    const cwd = scratchFolder()
    const around = { cwd, env: { INPK_CONFIG_DIR: join(cwd, 'config') } }
    const push = (...words: string[]) => bench.run(['push', ...words, '--source', 'Tickets'], around)
    writeFile(cwd, 'a.csv', CSV)
    writeFile(cwd, 'b.csv', CSV.replace('Great', 'Good'))
    await push('b.csv')
    await push('a.csv')
    writeFile(cwd, 'a.csv.rejects.csv', 'corrected by hand')
    const { stdout, stderr } = await push(...argv, '--quiet')
    expect([stderr, stdout.replaceAll(/\s+/g, ' ')]).toEqual([
      '',
      expect.stringContaining(
        'the rejects file was changed after a push wrote it; it is kept as a.csv.kept.rejects.csv',
      ),
    ])
    expect(readFileSync(join(cwd, 'a.csv.kept.rejects.csv'), 'utf8')).toBe('corrected by hand')
  })
})

describe('a file that was pushed without ids', () => {
  it('is stored again with ids, and that is said', async () => {
    const bench = await openBench()
    await stageSource(bench)
    const cwd = scratchFolder()
    writeFile(cwd, 'a.csv', 'id,comment\n1,Great service\n')
    const around = { cwd, env: { INPK_CONFIG_DIR: join(cwd, 'config') } }
    await bench.run(['push', 'a.csv', '--source', 'Tickets', '--external-id', 'none'], around)
    const { stderr } = await bench.run(['push', 'a.csv', '--source', 'Tickets'], around)
    expect(stderr).toContain('The rows pushed before were stored without ids, so they are stored again.')
    expect(stderr).not.toContain('count as duplicates')
  })
})
