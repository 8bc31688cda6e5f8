import { describe, expect, it } from 'vitest'
import { TREE } from '../../src/cli/tree.js'
import { isBranch, type Tree } from '../../src/cli/tree-types.js'
import type { World } from '../../src/cli/world.js'
import { everyCommand } from '../cli/every-command.js'
import { errorOf, Reply, runInpk, type Surroundings, scripted, stdinOf, TEST_KEY } from '../cli/run-inpk.js'
import { scratchFolder, writeFile } from './scratch.js'
import { openBench, stageSource } from './with-emulator.js'

const cwd = scratchFolder()
const FILE = writeFile(cwd, 'reviews.csv', 'id,comment\n1,Great service\n')
const RULES = writeFile(cwd, 'rules.json', { items: [] })
const EXPORTED = writeFile(cwd, 'exported.json', { format: 'inpk-organization' })

/** What a command asks decides which exit codes it can have (cli.md section 1); the first that fits counts. */
const FAMILIES: readonly (readonly [RegExp, 'service' | 'control' | 'process' | 'local'])[] = [
  [/^(me|groups|sources|tasks|feedback|analysis|push|login|api|openapi|conformance)( |$)/, 'service'],
  [/^(demo|doctor|emulator (start|stop|status|wait|env|exec|open)|webhooks (listen|test|replay))$/, 'process'],
  [/^(emulator .*|webhooks (trigger|deliveries))$/, 'control'],
  [/^(logout|profiles (list|show|use|remove)|config|webhooks (sign|verify)|commands|completion|help)$/, 'local'],
]
/** Lines that need more than the table of arguments says. */
const LINES: Record<string, string[]> = {
  push: ['push', FILE, '--source', '1', '--restart'],
  login: ['login', '--api-key-file', '-', '--base-url', 'http://127.0.0.1:4600'],
  'emulator import': ['emulator', 'import', EXPORTED],
  'emulator analysis-rules set': ['emulator', 'analysis-rules', 'set', RULES],
}
const BY_STATUS = [
  [400, 6],
  [401, 3],
  [402, 4],
  [403, 4],
  [404, 5],
  [409, 7],
  [413, 6],
  [415, 6],
  [429, 8],
  [500, 8],
  [502, 8],
  [503, 8],
  [504, 8],
] as const

function namesOf(tree: Tree, path: string[] = []): string[] {
  return Object.entries(tree).flatMap(([word, node]) =>
    isBranch(node) ? namesOf(node.commands, [...path, word]) : [[...path, word].join(' ')],
  )
}

const NAMES = namesOf(TREE)
const EVERY_LINE = await everyCommand()
const familyOf = (name: string) => FAMILIES.find(([names]) => names.test(name))?.[1]
const lineOf = (name: string) => LINES[name] ?? EVERY_LINE.find((line) => `${line.join(' ')} `.startsWith(`${name} `))
const ASKING = NAMES.filter((name) => familyOf(name) === 'service' || familyOf(name) === 'control')

async function run(argv: readonly string[], surroundings: Surroundings = {}) {
  const env = { INPK_API_KEY: TEST_KEY, INPK_CONFIG_DIR: scratchFolder(), INPK_EMULATOR_URL: 'http://127.0.0.1:4600' }
  return runInpk(argv, { cwd, env, stdin: stdinOf(TEST_KEY), ...surroundings })
}

/** A transport that always does the same; `asked` counts, so that no command passes by not asking. */
function always(answer: NonNullable<World['transport']>) {
  const seen = { asked: 0 }
  const transport: World['transport'] = (request) => {
    seen.asked += 1
    return answer(request)
  }
  return { transport, seen }
}

const wire = ({ status, body }: Reply, type = 'application/json') => ({
  status,
  headers: { 'content-type': type },
  body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
})

async function codeWith(name: string, answer: NonNullable<World['transport']>, more: Surroundings = {}) {
  const { transport, seen } = always(answer)
  const { code, stderr } = await run(lineOf(name)!, { transport, ...more })
  expect(seen.asked, `${name} asked nothing: ${stderr}`).toBeGreaterThan(0)
  return code
}

describe('every command of the tree', () => {
  it('belongs to a family of exit codes', () => {
    expect(NAMES.filter((name) => familyOf(name) === undefined)).toEqual([])
    expect(NAMES.length).toBeGreaterThan(60)
    expect(ASKING.filter((name) => lineOf(name) === undefined)).toEqual([])
  })

  it.each(NAMES)('%s: 0 for its help, 1 where the disk is full, 2 for a wrong option', async (name) => {
    const words = name.split(' ')
    expect((await run([...words, '--help'])).code).toBe(0)
    expect((await run([...words, '--no-such-option'])).code).toBe(2)
    const full = { isTerminal: false, columns: () => undefined, write: () => Promise.reject(new Error('disk full')) }
    expect((await fullDisk([...words, '--help'], full)).code).toBe(1)
  })
})

const fullDisk = (argv: readonly string[], stdout: World['stdout']) => run(argv, { stdout })

describe.each(ASKING)('%s', (name) => {
  it.each(BY_STATUS)('an answer of %i ends it with %i', async (status, code) => {
    expect(await codeWith(name, async () => wire(new Reply(status, errorOf('SOME_CODE', 'no'))))).toBe(code)
  })

  it('a host that cannot be reached, or that answers with a web page, ends it with 9', async () => {
    const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
    expect(await codeWith(name, () => Promise.reject(refused))).toBe(9)
    if (name === 'api') return // shows whatever comes
    expect(await codeWith(name, async () => wire(new Reply(200, '<html></html>'), 'text/html'))).toBe(9)
  })

  it.each([
    ['SIGHUP', 129],
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s while it asks ends it with %i', async (signal, code) => {
    let tell: (signal: NodeJS.Signals) => void = () => {}
    const onSignal: World['onSignal'] = (listener) => {
      tell = listener
      return () => {}
    }
    const hanging: World['transport'] = ({ signal: stop }) =>
      new Promise((_, reject) => {
        stop?.addEventListener('abort', () => reject(stop.reason))
        tell(signal)
      })
    expect(await codeWith(name, hanging, { onSignal })).toBe(code)
  })
})

describe('codes of their own', () => {
  const pending = scripted({
    'GET /content/push/bulk/t1': { task_id: 't1', kind: 'bulk', status: 'queued', progress: 0, created_at: 'x' },
  })
  it('10: push, where a row was rejected', async () => {
    const bench = await openBench()
    await stageSource(bench)
    const folder = scratchFolder()
    writeFile(folder, 'a.csv', 'id,comment\n1,Great service\n2,\n')
    const here = { cwd: folder, env: { INPK_CONFIG_DIR: folder } }
    expect((await bench.run(['push', 'a.csv', '--source', 'Tickets'], here)).code).toBe(10)
  })

  it('11: webhooks verify, where the signature is wrong; doctor, where nothing answers', async () => {
    const body = writeFile(cwd, 'delivery.json', '{}')
    const wrong = ['--signature', 'sha256=00', '--secret-file', writeFile(cwd, 'secret', 'whsec_x')]
    expect((await run(['webhooks', 'verify', '--body', body, ...wrong])).code).toBe(11)
    expect((await run(['doctor'])).code).toBe(11)
  })

  it('12: tasks wait, where the time ran out', async () => {
    expect((await run(['tasks', 'wait', 't1', '--within', '2s'], { transport: pending })).code).toBe(12)
  })

  it('125: emulator exec, where the emulator cannot start', async () => {
    const startEmulator = () => Promise.reject(new Error('no emulator today'))
    expect((await run(['emulator', 'exec', '--', 'true'], { startEmulator })).code).toBe(125)
  })
})
