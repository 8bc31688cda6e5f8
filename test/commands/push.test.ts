import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { OutputStream } from '../../src/terminal/streams.js'
import { runInpk, stdinOf } from '../cli/run-inpk.js'
import { inline, workbook } from '../ingest/model/workbook.js'
import { onLinux, withFullDevice } from '../skip.js'
import { scratchFolder, writeFile } from './scratch.js'
import { openBench, stageSource, storedTexts } from './with-emulator.js'

const CSV = 'id,comment,stars\n1,Great service,5\n2,Slow delivery,2\n3,,1\n'

/** A push in a folder of its own, with its journals there too. */
async function stagePush() {
  const bench = await openBench()
  const scene = await stageSource(bench)
  const cwd = scratchFolder()
  writeFile(cwd, 'reviews.csv', CSV)
  const surroundings = { cwd, env: { INPK_CONFIG_DIR: cwd } }
  const push = (...argv: string[]) => bench.run(['push', ...argv], surroundings)
  return { bench, scene, cwd, surroundings, push }
}

describe('push', () => {
  it('[PSH-1] sends the rows of a file, tells what it chose, and where rejected rows are', async () => {
    const { bench, cwd, push } = await stagePush()
    const { code, stdout, stderr } = await push('reviews.csv', '--source', 'Tickets', '--json', '--verbose')
    expect(code).toBe(10)
    expect(JSON.parse(stdout)).toMatchObject({
      rows: 3,
      inserted: 2,
      duplicates: 0,
      rejected: 1,
      rejects_file: 'reviews.csv.rejects.csv',
    })
    expect(stderr).toContain('text ← comment')
    expect(stderr).toContain('external_id ← id')
    expect(readFileSync(join(cwd, 'reviews.csv.rejects.csv'), 'utf8')).toContain('3')
    expect(await storedTexts(bench)).toEqual(['Great service', 'Slow delivery'])
  })

  it('[PSH-2] run again sends nothing, says so, and ends with 0; --restart counts duplicates', async () => {
    const { bench, push } = await stagePush()
    await push('reviews.csv', '--source', 'Tickets')
    const again = await push('reviews.csv', '--source', 'Tickets')
    expect(again.code).toBe(0)
    expect(again.stdout).toContain('nothing was sent')
    // What it once did is not shown as what it did now (B4).
    expect(again.stdout).toContain(
      'Previous result: 3 rows, 2 inserted, 0 duplicates, 1 rejected (reviews.csv.rejects.csv)',
    )
    expect(again.stderr).toContain(
      'Next: correct the rows in reviews.csv.rejects.csv, then push them: `inpk push reviews.csv.rejects.csv',
    )
    expect(again.stdout).not.toMatch(/^inserted/m)
    const anew = await push('reviews.csv', '--source', 'Tickets', '--restart', '--json')
    expect(JSON.parse(anew.stdout)).toMatchObject({ inserted: 0, duplicates: 2 })
    expect(await storedTexts(bench)).toEqual(['Great service', 'Slow delivery'])
  })

  it('a row that was corrected stays as it was stored, and that is said beside new ones, too', async () => {
    const { bench, cwd, push } = await stagePush()
    writeFile(cwd, 'fixed.csv', 'id,text\n81,typo hre\n')
    await push('fixed.csv', '--source', 'Tickets')
    writeFile(cwd, 'fixed.csv', 'id,text\n81,typo here\n82,new\n')
    const { code, stderr } = await push('fixed.csv', '--source', 'Tickets')
    expect([code, await storedTexts(bench)]).toEqual([0, expect.arrayContaining(['typo hre', 'new'])])
    expect(stderr).toContain(
      '1 duplicate stays as it was stored, even if its row has changed since. To replace it, erase',
    )
  })

  it('says what could not be written, and that nothing is lost (A24)', withFullDevice, async () => {
    const { push } = await stagePush()
    const { code, stderr } = await push('reviews.csv', '--source', 'Tickets', '--rejects', '/dev/full')
    expect(code).toBe(1)
    expect(stderr).toContain('no space left on the device: /dev/full\n')
    expect(stderr).toContain('arrived before it stopped. Nothing is lost')
    expect(stderr).not.toContain('[object')
  })

  it('--check sends nothing and ends with 6 where a row cannot be pushed', async () => {
    const { bench, cwd, push } = await stagePush()
    const { code, stdout } = await push('reviews.csv', '--check')
    expect(code).toBe(6)
    expect(stdout).toContain('row 4')
    expect(await storedTexts(bench)).toEqual([])
    expect(existsSync(join(cwd, 'state'))).toBe(false)
  })

  it('--check --quiet prints the warnings as part of the result, as no plan was printed that has them', async () => {
    const { cwd, push } = await stagePush()
    writeFile(cwd, 'dates.csv', 'text,created at\nfine,not a date\n')
    const { stdout, stderr } = await push('dates.csv', '--check', '--quiet')
    expect(stdout).toContain('warning: "created at" (occurred_at) is not pushed')
    expect(stderr).toBe('')
    expect((await push('dates.csv', '--check')).stdout).not.toContain('warning')
  })

  it('--dry-run does all but the sending, also for a target that is not there yet', async () => {
    const { bench, cwd, push } = await stagePush()
    const argv = ['reviews.csv', '--group', 'New', '--source', 'Newer', '--create', '--dry-run', '--json']
    const { stdout } = await push(...argv)
    expect(JSON.parse(stdout)).toMatchObject({ dry_run: true, rows: 3, inserted: 2, rejected: 1, rejects_file: null })
    expect(existsSync(join(cwd, 'state'))).toBe(false)
    expect(await bench.json(['groups', 'list'])).toMatchObject([{ name: 'Support' }])
  })

  it('--create makes and publishes what is missing, with one field per --field', async () => {
    const { bench, push, cwd } = await stagePush()
    writeFile(cwd, 'two.csv', 'id,good,bad\n1,All of it,The = sign\n')
    const fields = ['--field', 'good=What went well?', '--field', 'bad=What = not?']
    const { code } = await push('two.csv', '--group', 'Shops', '--source', 'Survey', '--create', ...fields)
    expect(code).toBe(0)
    const source = await bench.json(['sources', 'show', 'Survey'])
    expect(source.mode).toBe('ACCESSIBLE')
    expect(source.questions.map((each: { question_text: string }) => each.question_text)).toEqual([
      'What went well?',
      'What = not?',
    ])
    expect(await storedTexts(bench)).toEqual(['All of it', 'The = sign'])
  })

  it('--create twice at once makes one source: the second is refused, and told so (7, A25)', async () => {
    const { bench, push } = await stagePush()
    const argv = ['reviews.csv', '--group', 'Shops', '--source', 'Survey', '--create', '--json']
    const ran = await Promise.all([push(...argv), push(...argv)])
    expect(ran.map(({ code }) => code).sort()).toEqual([10, 7])
    const refused = ran.find(({ code }) => code === 7)!
    expect(JSON.parse(refused.stderr).error).toMatchObject({ code: 'PUSH_RUNNING' })
    expect(await bench.json(['sources', 'list'])).toHaveLength(2)
    expect(await storedTexts(bench)).toEqual(['Great service', 'Slow delivery'])
    expect((await push(...argv)).code).toBe(0)
  })

  it('stdin is pushed an item a line, and leaves no copy behind', async () => {
    const { bench, cwd, surroundings } = await stagePush()
    const stdin = stdinOf('first line\nsecond line\n')
    const ran = await bench.run(['push', '-', '--source', 'Tickets', '--json'], { ...surroundings, stdin })
    expect(ran.code).toBe(0)
    expect(JSON.parse(ran.stdout)).toMatchObject({ rows: 2, inserted: 2 })
    expect(existsSync(join(cwd, 'stdin.rejects.csv'))).toBe(false)
    const { readdirSync } = await import('node:fs')
    expect(readdirSync(join(cwd, 'state', 'spool'))).toEqual([])
  })

  it('what is rejected of stdin is never written over what was rejected of it before', async () => {
    const { bench, cwd, surroundings } = await stagePush()
    const push = async (text: string) => {
      const argv = ['push', '-', '--format', 'csv', '--source', 'Tickets', '--json']
      return JSON.parse((await bench.run(argv, { ...surroundings, stdin: stdinOf(text) })).stdout).rejects_file
    }
    expect(await push('id,text\n1,\n')).toBe('stdin.rejects.csv')
    expect(await push('id,text\n2,\n')).toBe('stdin-2.rejects.csv')
    expect(readFileSync(join(cwd, 'stdin.rejects.csv'), 'utf8')).toContain(',1,')
    expect(readFileSync(join(cwd, 'stdin-2.rejects.csv'), 'utf8')).toContain(',2,')
  })

  it('rejected rows that someone corrected are kept when the file is pushed again, others are written over', async () => {
    const { cwd, push } = await stagePush()
    const rejects = join(cwd, 'reviews.csv.rejects.csv')
    const kept = join(cwd, 'reviews.csv.kept.rejects.csv')
    const changed = async (id: number) => {
      writeFile(cwd, 'reviews.csv', `id,comment\n${id},\n`)
      return (await push('reviews.csv', '--source', 'Tickets')).stderr
    }
    await changed(7)
    expect(await changed(8)).not.toContain('kept')
    expect(readFileSync(rejects, 'utf8')).toContain(',8,')
    writeFileSync(rejects, readFileSync(rejects, 'utf8').replace(',8,', ',8,Corrected'))
    expect(await changed(9)).toContain('is kept as reviews.csv.kept.rejects.csv')
    expect(readFileSync(kept, 'utf8')).toContain(',8,Corrected')
    expect(readFileSync(rejects, 'utf8')).toContain(',9,')
  })

  it('several files give a summary each', async () => {
    const { cwd, push } = await stagePush()
    writeFile(cwd, 'more.csv', 'id,comment\n9,Nice\n')
    const { stdout } = await push('reviews.csv', 'more.csv', '--source', 'Tickets', '--json')
    expect(JSON.parse(stdout).map((each: { inserted: number }) => each.inserted)).toEqual([2, 1])
    const again = async (format: string) => {
      const { stdout: text } = await push('reviews.csv', 'more.csv', '--source', 'Tickets', '--output', format)
      return text.trim().split('\n')
    }
    const [header, ...rows] = await again('csv')
    expect(header).toMatch(/^run_id,state,already_finished,/)
    expect(rows.map((row) => row.split(',')[2])).toEqual(['true', 'true'])
    expect((await again('ndjson')).map((line) => JSON.parse(line).inserted)).toEqual([2, 1])
  })

  it('--wait shows the analysis that follows', async () => {
    const { bench, push } = await stagePush()
    const control = ['emulator', 'clock', 'freeze']
    await bench.run(control)
    const pushing = push('reviews.csv', '--source', 'Tickets', '--wait', '--within', '2s', '--json')
    const { code, stdout } = await pushing
    expect(code).toBe(12)
    expect(JSON.parse(stdout)).toMatchObject({ inserted: 2, analysis: { analysis_status: 'none' } })
  })

  it('tells which other sheets of a workbook are not pushed, unless one was asked for or they are hidden', async () => {
    const { cwd, push } = await stagePush()
    const rows = `<row>${inline('text')}</row><row>${inline('Fine')}</row>`
    const sheets = { 2025: rows, 2026: rows, Notes: rows }
    writeFileSync(join(cwd, 'book.xlsx'), workbook({ sheets, hidden: ['Notes'] }))
    const pushed = await push('book.xlsx', '--source', 'Tickets')
    expect(pushed.stderr).toContain('sheets not pushed: 2026 (choose one with --sheet)')
    const asked = await push('book.xlsx', '--source', 'Tickets', '--sheet', '2026')
    expect([asked.code, asked.stderr]).toEqual([0, expect.not.stringContaining('sheets not pushed')])
  })

  it('names no column as not pushed that no item of an NDJSON file has', async () => {
    const { cwd, push } = await stagePush()
    writeFileSync(
      join(cwd, 'items.ndjson'),
      '{"text":"good","id":"1","mood":"a"}\n{"text":"bad","id":"2","mood":"b"}\n',
    )
    const { code, stderr } = await push('items.ndjson', '--source', 'Tickets')
    expect([code, stderr]).toEqual([0, expect.stringContaining('  not pushed: mood\n')])
  })
})

describe('push refuses', () => {
  it('a draft, before it reads anything (7)', async () => {
    const { bench, push, cwd } = await stagePush()
    await bench.run(['sources', 'create', 'Draft', '--group', 'Support', '--question', 'Why?'])
    writeFileSync(join(cwd, 'binary.csv'), Buffer.alloc(100))
    expect((await push('binary.csv', '--source', 'Tickets')).code).toBe(6)
    const { code, stderr } = await push('binary.csv', '--source', 'Draft')
    expect(code).toBe(7)
    expect(stderr).toContain('inpk sources publish')
  })

  it('a column that is not there (2), naming those that are', async () => {
    const { push } = await stagePush()
    const { code, stderr } = await push('reviews.csv', '--source', 'Tickets', '--map', 'text=Review')
    expect(code).toBe(2)
    expect(stderr).toContain('id, comment, stars')
  })

  it.each([
    [['--tz', 'Mars/X'], 'WRONG_USAGE', 'Europe/Berlin'],
    [['--delimiter', 'ab'], 'WRONG_USAGE', 'give one character'],
  ])('%j, which no file could be read with (2), and says what can be', async (options, code, said) => {
    const { push } = await stagePush()
    const ran = await push('reviews.csv', '--source', 'Tickets', '--json', ...options)
    expect(ran.code).toBe(2)
    const { error } = JSON.parse(ran.stderr)
    expect(error.code).toBe(code)
    expect(error.hint.toLowerCase()).toContain(said.toLowerCase())
  })

  it('a sheet that is not there (2), naming those that are', async () => {
    const { cwd, push } = await stagePush()
    writeFileSync(join(cwd, 'book.xlsx'), workbook({ sheets: { 2025: '', 2026: '' } }))
    const ran = await push('book.xlsx', '--source', 'Tickets', '--sheet', '2024', '--json')
    expect(ran.code).toBe(2)
    expect(JSON.parse(ran.stderr).error).toMatchObject({
      code: 'NO_SUCH_SHEET',
      message: 'book.xlsx: no sheet named "2024"',
      hint: 'Did you mean `2025` or `2026`? It has: "2025", "2026".',
    })
  })

  it('an empty file, on stdin as well (6)', async () => {
    const { bench, cwd, push, surroundings } = await stagePush()
    for (const name of ['empty.csv', 'empty.txt', 'empty.ndjson']) {
      writeFile(cwd, name, '')
      const { code, stderr } = await push(name, '--source', 'Tickets')
      expect([code, stderr]).toEqual([6, expect.stringContaining(`${name}: the file is empty`)])
    }
    const ran = await bench.run(['push', '-', '--source', 'Tickets'], { ...surroundings, stdin: stdinOf('') })
    expect([ran.code, ran.stderr]).toEqual([6, expect.stringContaining('stdin: the file is empty')])
  })

  it('where its place cannot be kept, at once', onLinux, async () => {
    const { bench, surroundings } = await stagePush()
    const env = { INPK_CONFIG_DIR: '/proc/nowhere/config' }
    for (const [file, stdin] of [
      ['reviews.csv', stdinOf('')],
      ['-', stdinOf('a line\n')],
    ] as const) {
      const ran = await bench.run(['push', file, '--source', 'Tickets'], { ...surroundings, env, stdin })
      expect(ran.code).toBe(1)
      expect(ran.stderr).not.toContain('UNEXPECTED')
      expect(ran.stderr).toContain('save push progress in /proc/nowhere/config/state')
    }
  })

  it('a file that is none of its kind (6)', async () => {
    const { cwd, push } = await stagePush()
    writeFile(cwd, 'bad.xlsx', 'PK but not a zip')
    expect((await push('bad.xlsx', '--source', 'Tickets')).code).toBe(6)
  })

  it('a bad row with --on-invalid stop (6), before anything is sent', async () => {
    const { bench, push } = await stagePush()
    expect((await push('reviews.csv', '--source', 'Tickets', '--on-invalid', 'stop')).code).toBe(6)
    expect(await storedTexts(bench)).toEqual([])
  })

  it.each([
    [['push'], 'no file to push'],
    [['push', 'a.csv'], 'needs a source'],
    [['push', '-', '-', '--source', '1'], 'pushed only once'],
    [['push', 'a.csv', '--source', '1', '--assume-sent', '--assume-lost'], "can't be used together"],
    [['push', '--watch', 'in', '--source', '1', '--check'], "can't be used together"],
    [['push', '--watch', 'in', '--source', '1', '--dry-run'], "can't be used together"],
    [['push', 'a.csv', '--sorce', '1'], '--source'],
  ])('%j as wrong usage (2)', async (argv, message) => {
    const bench = await openBench()
    await stageSource(bench)
    const { code, stderr } = await bench.run(argv)
    expect(code).toBe(2)
    expect(stderr).toContain(message)
  })

  it('a file that is not there', async () => {
    const { push } = await stagePush()
    const { code, stderr } = await push('none.csv', '--source', 'Tickets')
    expect(code).toBe(2)
    expect(stderr).toContain('file not found: none.csv')
    expect(stderr).toContain('`inpk examples` writes files to try.')
    expect((await push('review.csv', '--source', 'Tickets')).stderr).toContain('Did you mean `reviews.csv`?')
  })

  it('a file that is not there, before the source is looked for', async () => {
    const { push } = await stagePush()
    const { code, stderr } = await push('none.csv', '--source', 'No such source')
    expect(code).toBe(2)
    expect(stderr).toContain('file not found: none.csv')
  })
})

describe('a push that fails on the way', () => {
  it('keeps its place: with a new key the same command goes on (A17)', async () => {
    const { bench, push, cwd, surroundings } = await stagePush()
    const { handle } = bench.emulator
    const transport: typeof handle = async (request) => {
      if (!request.url.includes('/content/push')) return handle(request)
      const headers = { 'content-type': 'application/json' }
      return { status: 401, headers, body: Buffer.from('{"error":{"code":"UNAUTHORIZED","message":"no"}}') }
    }
    const argv = ['push', 'reviews.csv', '--source', 'Tickets', '--json']
    const failed = await bench.run(argv, { ...surroundings, transport })
    expect(failed.code).toBe(3)
    expect(JSON.parse(failed.stderr).error).toMatchObject({ code: 'UNAUTHORIZED', status: 401 })
    expect(JSON.parse(failed.stderr).error.hint).toContain('run the same command again to resume')
    expect(JSON.parse((await push('reviews.csv', '--source', 'Tickets', '--json')).stdout)).toMatchObject({
      inserted: 2,
    })
    expect(existsSync(cwd)).toBe(true)
  })

  it('by Ctrl-C with a batch lost tells a program how to go on as well', async () => {
    const { bench, surroundings } = await stagePush()
    let interrupt: (signal: NodeJS.Signals) => void = () => {}
    const onSignal = (listener: typeof interrupt) => {
      interrupt = listener
      return () => {}
    }
    const transport: typeof bench.emulator.handle = async (request) => {
      if (!request.url.includes('/content/push')) return bench.emulator.handle(request)
      interrupt('SIGINT')
      throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })
    }
    const argv = ['push', 'reviews.csv', '--source', 'Tickets', '--json', '--retries', '0']
    const lost = await bench.run(argv, { ...surroundings, transport, onSignal })
    expect([lost.code, lost.stdout]).toEqual([130, ''])
    expect(JSON.parse(lost.stderr).error).toMatchObject({ code: 'INTERRUPTED' })
    expect(JSON.parse(lost.stderr).error.hint).toContain('run the same command again to resume')
  })

  it.each([
    [[], 'Stopped while reading long.csv, before any of it was sent.'],
    [['--check'], 'Stopped. Nothing was sent.'],
    [['--dry-run'], 'Stopped. Nothing was sent.'],
  ])('by Ctrl-C while its file is read says so, and shows no preview afterwards (%j)', async (options, said) => {
    const { bench, cwd, surroundings } = await stagePush()
    writeFile(cwd, 'long.csv', `id,comment\n${'1,text\n'.repeat(300_000)}`)
    let interrupt: (signal: NodeJS.Signals) => void = () => {}
    const onSignal = (listener: typeof interrupt) => {
      interrupt = listener
      return () => {}
    }
    let timer: NodeJS.Timeout | undefined
    const transport: typeof bench.emulator.handle = async (request) => {
      // The last request before the file is read is the one that no other follows.
      clearTimeout(timer)
      const answer = await bench.emulator.handle(request)
      timer = setTimeout(() => interrupt('SIGINT'), 20)
      return answer
    }
    let written = ''
    const stderr: OutputStream = {
      isTerminal: false,
      columns: () => undefined,
      async write(chunk) {
        written += chunk
      },
    }
    const argv = ['push', 'long.csv', '--source', 'Tickets', ...options]
    const stopped = await bench.run(argv, { ...surroundings, onSignal, transport, stderr })
    // By then all of the file has been read.
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    expect([stopped.code, stopped.stdout]).toEqual([130, ''])
    expect(written).toContain(said)
    expect(written).not.toMatch(/to resume|rows, /)
  })

  it('by Ctrl-C ends with 130, sends no more, and says how to go on', async () => {
    const { bench, cwd, surroundings, push } = await stagePush()
    const rows = Array.from({ length: 6_000 }, (_, index) => `${index},text number ${index}`)
    writeFile(cwd, 'long.csv', `id,comment\n${rows.join('\n')}\n`)
    let interrupt: (signal: NodeJS.Signals) => void = () => {}
    const onSignal = (listener: typeof interrupt) => {
      interrupt = listener
      return () => {}
    }
    const { handle } = bench.emulator
    const transport: typeof handle = async (request) => {
      if (request.url.includes('/content/push')) interrupt('SIGINT')
      return handle(request)
    }
    const argv = ['push', 'long.csv', '--source', 'Tickets', '--concurrency', '1']
    const stopped = await bench.run(argv, { ...surroundings, transport, onSignal })
    expect(stopped.code).toBe(130)
    expect(stopped.stderr).toContain('Stopped. Run the same command again to resume.')
    expect(stopped.stdout).toContain('inserted    1,000')
    const program = await bench.run([...argv, '--json'], { ...surroundings, transport, onSignal })
    expect(JSON.parse(program.stdout)).toMatchObject({
      state: 'stopped',
      hint: expect.stringContaining('again to resume'),
    })
    const finished = await push('long.csv', '--source', 'Tickets', '--json', '--verbose')
    expect(finished.stderr).toMatch(/Resuming run \w+: 2 batches already sent, 4 requests left\./)
    expect(JSON.parse(finished.stdout)).toMatchObject({ rows: 6_000, inserted: 6_000, duplicates: 0, resumed: true })
  })
})

describe('push --help', () => {
  it('begins with what it is for and with examples', async () => {
    const { code, stdout } = await runInpk(['push', '--help'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^Push feedback from files, each row exactly once\n\nExamples:\n {2}inpk push reviews\.csv/)
  })
})

it('--check says how many rows repeat an id', async () => {
  const cwd = scratchFolder()
  writeFile(cwd, 'a.csv', 'id,text\n1,Good\n1,Bad\n2,Fine\n2,Late\n')
  const { code, stdout } = await runInpk(['push', 'a.csv', '--check'], { cwd })
  expect([code, stdout]).toEqual([0, '4 rows can be pushed, of which 2 rows repeat an id and will not be stored.\n'])
})

it('--check refuses a profile that is not there, as the push would', async () => {
  const cwd = scratchFolder()
  writeFile(cwd, 'a.csv', 'text\nLate\n')
  const { code, stderr } = await runInpk(['push', 'a.csv', '--check', '--profile', 'nosuch'], { cwd })
  expect([code, stderr]).toEqual([2, expect.stringContaining('no profile named "nosuch"')])
})
