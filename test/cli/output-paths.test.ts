import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  createReadStream,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import { scratchFolder, writeFile } from '../commands/scratch.js'
import { type Bench, openBench, stageSource } from '../commands/with-emulator.js'
import { skipWhere } from '../skip.js'
import { PATH_OPTIONS, pathOptionsOfTree } from './path-options.js'
import { stdinOf } from './run-inpk.js'

// Only copies of devices, made in a folder of the test, are ever named here.

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
  await stageSource(bench, [{ text: 'Good', external_id: 'e1' }, 'Bad'])
})

interface Writer {
  name: string
  /** Writes to `path`; gives the exit code and what was printed. */
  write(folder: string, path: string): Promise<{ code: number; stdout: string; stderr: string }>
  code: number
  /** What lies at the path afterwards. */
  content: RegExp
  /** Mode of a new file under umask 022. */
  mode: number
}

const exporting = (argv: string[]) => (cwd: string, path: string) =>
  bench.run([...argv, '--to', path, '--yes'], { cwd })

const WRITERS: Writer[] = [
  {
    name: 'feedback export --to',
    write: exporting(['feedback', 'export', '--format', 'ndjson']),
    code: 0,
    content: /"text":"Good"[\s\S]*\n$/,
    mode: 0o666,
  },
  {
    name: 'emulator export --to',
    write: exporting(['emulator', 'export']),
    code: 0,
    content: /^\{[\s\S]*\}\n$/,
    mode: 0o600,
  },
  {
    name: 'push --rejects',
    write: (cwd, path) =>
      bench.run(['push', writeFile(cwd, 'in.csv', 'text,id\nFine,1\n,2\n'), '--source', 'Tickets', '--rejects', path], {
        cwd,
        env: { INPK_CONFIG_DIR: scratchFolder() },
      }),
    code: 10,
    content: /^inpk_row,[\s\S]*text is empty|^[\s\S]*must not be (?:blank|empty)/,
    mode: 0o600,
  },
]

const umask = process.umask()
const isRoot = process.getuid?.() === 0
const withDescriptors = skipWhere(!existsSync('/dev/fd'), 'no /dev/fd on this machine')

function makeDevice(path: string): boolean {
  try {
    execFileSync('mknod', [path, 'c', '1', '3'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

test('every option that takes a path is known to read or to write', async () => {
  expect(await pathOptionsOfTree()).toEqual(Object.keys(PATH_OPTIONS).sort())
  const writing = Object.keys(PATH_OPTIONS).filter((name) => PATH_OPTIONS[name] === 'writes')
  expect(WRITERS.map(({ name }) => name).sort()).toEqual(writing.sort())
})

describe.each(WRITERS)('$name (C1)', ({ write, code, content, mode }) => {
  async function writeTo(folder: string, path: string) {
    const ran = await write(folder, path)
    expect(ran.code, ran.stderr).toBe(code)
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
    return ran
  }

  test('a new file has the mode the umask leaves, or is its owner’s alone where it holds secrets', async () => {
    const folder = scratchFolder()
    await writeTo(folder, 'new')
    expect(readFileSync(join(folder, 'new'), 'utf8')).toMatch(content)
    expect(statSync(join(folder, 'new')).mode & 0o777).toBe(mode & ~umask)
  })

  test('a file that is there keeps its mode and its owner', async () => {
    const folder = scratchFolder()
    const path = writeFile(folder, 'old', 'old '.repeat(10_000))
    chmodSync(path, 0o664)
    if (isRoot) execFileSync('chown', ['1234:1235', path])
    const { uid, gid } = statSync(path)
    await writeTo(folder, 'old')
    expect(readFileSync(path, 'utf8')).toMatch(content)
    const now = statSync(path)
    expect([now.mode & 0o777, now.uid, now.gid]).toEqual([0o664, uid, gid])
  })

  test.each(['there', 'not there yet'])('a link stays a link, its target %s is written', async (state) => {
    const folder = scratchFolder()
    mkdirSync(join(folder, 'far'))
    const target = join(folder, 'far', 'target')
    if (state === 'there') writeFileSync(target, 'old')
    symlinkSync(join('far', 'target'), join(folder, 'near'))
    symlinkSync('near', join(folder, 'link'))
    await writeTo(folder, 'link')
    expect([readlinkSync(join(folder, 'link')), readlinkSync(join(folder, 'near'))]).toEqual(['near', 'far/target'])
    expect(readFileSync(target, 'utf8')).toMatch(content)
    expect(readdirSync(join(folder, 'far'))).toEqual(['target'])
  })

  test('a named pipe is written through', async () => {
    const folder = scratchFolder()
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    const [read] = await Promise.all([text(createReadStream(pipe)), writeTo(folder, 'pipe')])
    expect(read).toMatch(content)
    expect(lstatSync(pipe).isFIFO()).toBe(true)
  })

  test('a device stays a device', async (context) => {
    const folder = scratchFolder()
    const device = join(folder, 'device')
    if (!makeDevice(device)) context.skip('no device can be made here')
    await writeTo(folder, 'device')
    expect(lstatSync(device).isCharacterDevice()).toBe(true)
  })

  test('a descriptor, as the shell names its pipes, is written where it stands', withDescriptors, async () => {
    const folder = scratchFolder()
    const path = join(folder, 'open')
    const descriptor = openSync(path, 'w')
    writeSync(descriptor, 'head\n')
    await writeTo(folder, `/dev/fd/${descriptor}`)
    writeSync(descriptor, 'tail\n')
    closeSync(descriptor)
    const [head, ...rest] = readFileSync(path, 'utf8').split('\n')
    expect([head, rest.at(-2)]).toEqual(['head', 'tail'])
    expect(`${rest.slice(0, -2).join('\n')}\n`).toMatch(content)
  })

  test('a folder, a missing one, a circle of links and a closed descriptor are named, and nothing is written', async () => {
    const folder = scratchFolder()
    mkdirSync(join(folder, 'folder'))
    symlinkSync('circle', join(folder, 'circle'))
    for (const [path, why] of [
      ['folder', 'this is a folder, not a file'],
      ['missing/out', 'folder not found: '],
      ['circle', 'too many levels of symbolic links'],
      ['/dev/fd/999', 'file descriptor'],
    ] as const) {
      const ran = await write(folder, path)
      expect([path, ran.code], ran.stderr).toEqual([path, 2])
      expect(ran.stderr).toContain(why)
      expect(ran.stderr).not.toContain('fault of inpk')
    }
    expect(readdirSync(folder).filter((name) => name !== 'in.csv')).toEqual(['circle', 'folder'])
  })

  test(
    'in a folder that is read-only a file that may be written is, and a new one is refused',
    skipWhere(isRoot, 'root may write anywhere'),
    async () => {
      const folder = scratchFolder()
      const locked = join(folder, 'locked')
      mkdirSync(locked)
      writeFileSync(join(locked, 'old'), 'old')
      chmodSync(locked, 0o555)
      await writeTo(folder, 'locked/old')
      expect(readFileSync(join(locked, 'old'), 'utf8')).toMatch(content)
      const ran = await write(folder, 'locked/new')
      expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining('permission denied: ')])
      chmodSync(locked, 0o755)
    },
  )
})

describe.each(WRITERS.slice(0, 2))('$name (C1)', ({ write, content }) => {
  test.each(['-', '/dev/stdout', '/proc/self/fd/1'])('%s is stdout', async (name) => {
    const folder = scratchFolder()
    const { stdout, code } = await write(folder, name)
    expect([code, stdout]).toEqual([0, expect.stringMatching(content)])
    expect(readdirSync(folder)).toEqual([])
  })

  test('what was there stays when the work fails', async () => {
    const folder = scratchFolder()
    writeFile(folder, 'old', 'old')
    const transport = async () => Promise.reject(new Error('gone'))
    const argv = ['feedback', 'export', '--retries', '0', '--to', 'old', '--yes']
    expect((await bench.run(argv, { cwd: folder, transport })).code).toBe(9)
    expect([readFileSync(join(folder, 'old'), 'utf8'), readdirSync(folder)]).toEqual(['old', ['old']])
  })
})

describe.each([[['feedback', 'export']], [['emulator', 'export']]])('%j --to a file that is there', (argv) => {
  const export_ = (answer?: string) => {
    const cwd = scratchFolder()
    const path = writeFile(cwd, 'old.csv', 'precious')
    const stdin = answer === undefined ? {} : { stdin: { ...stdinOf(answer), isTerminal: true } }
    const ran = bench.run([...argv, '--to', 'old.csv'], { cwd, ...stdin })
    return ran.then(({ code, stderr }) => ({ code, stderr, kept: readFileSync(path, 'utf8') === 'precious' }))
  }

  test('is refused where no one can be asked, and says how to replace it', async () => {
    const stderr = expect.stringMatching(/old\.csv already exists\n.*pass `--yes` to replace it/)
    expect(await export_()).toEqual({ code: 7, stderr, kept: true })
  })

  test('asks on a terminal, and keeps it unless the answer is yes', async () => {
    const stderr = expect.stringContaining("Replace old.csv? This can't be undone. [y/N]")
    expect(await export_('n\n')).toEqual({ code: 1, stderr, kept: true })
    expect(await export_('y\n')).toEqual({ code: 0, stderr, kept: false })
  })

  test('is written without a question if it is empty, as mktemp makes it', async () => {
    const cwd = scratchFolder()
    const path = writeFile(cwd, 'tmp.Xa3fDk', '')
    expect((await bench.run([...argv, '--to', path], { cwd })).code).toBe(0)
  })
})

test('push --rejects - is refused: the summary goes to stdout', async () => {
  const { code, stderr } = await WRITERS[2]!.write(scratchFolder(), '-')
  expect([code, stderr]).toEqual([2, expect.stringContaining('the summary goes to stdout')])
})

test('push --save-mapping keeps the mode and the links of the project file', async () => {
  const folder = scratchFolder()
  const real = writeFile(folder, 'real.json', '{"profile":"p"}')
  chmodSync(real, 0o664)
  symlinkSync('real.json', join(folder, 'inpk.config.json'))
  const file = writeFile(folder, 'in.csv', 'text,id\nFine,1\n')
  const argv = ['push', file, '--source', 'Tickets', '--dry-run', '--save-mapping', 'mine']
  const config = writeFile(scratchFolder(), 'config.json', '{"profiles":{"p":{}}}')
  const { code, stderr } = await bench.run(argv, { cwd: folder, env: { INPK_CONFIG_DIR: join(config, '..') } })
  expect(code, stderr).toBe(0)
  expect(readlinkSync(join(folder, 'inpk.config.json'))).toBe('real.json')
  expect(JSON.parse(readFileSync(real, 'utf8'))).toMatchObject({ profile: 'p', mappings: { mine: {} } })
  expect(statSync(real).mode & 0o777).toBe(0o664)
})

test.each(['a file', 'a link to a file'])('webhooks listen --save refuses %s as its folder', async (kind) => {
  const folder = scratchFolder()
  writeFile(folder, 'file', '')
  if (kind !== 'a file') symlinkSync('file', join(folder, 'link'))
  const argv = ['webhooks', 'listen', '--save', kind === 'a file' ? 'file' : 'link', '--secret-env', 'S']
  const { code, stderr } = await bench.run(argv, { cwd: folder, env: { S: 'whsec_x' } })
  expect([code, stderr]).toEqual([2, expect.stringContaining('--save: not a folder: ')])
})
