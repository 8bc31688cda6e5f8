import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, it } from 'vitest'
import { type Emulator, startEmulator } from '../../emulator/index.js'
import type { Transport } from '../../src/contract/wire.js'
import {
  type Client,
  createClient,
  InputError,
  type PushFileOptions,
  type PushFileProgress,
  type PushFileResult,
  type PushFileWarning,
  pushFile,
  ServiceError,
  UnreachableError,
} from '../../src/index.js'
import { WARNING_KINDS, warningText } from '../../src/ingest/warnings.js'
import { textForPrograms } from '../../src/terminal/translate-text.js'
import { scratchFolder, writeFile } from '../commands/scratch.js'
import { openBench, stageSource } from '../commands/with-emulator.js'
import { readSources } from '../house/sources.js'

const ROWS = 50
const TEXTS = Array.from({ length: ROWS }, (_, index) => `text ${index}`)
const WITH_IDS = `external_id,text\n${TEXTS.map((text, index) => `r-${index},${text}`).join('\n')}\n`
const WITHOUT_IDS = `text\n${TEXTS.join('\n')}\n`

let emulator: Emulator
let client: Client
/** Called with the number of each push that is sent, before or after the emulator has it. */
let before: (push: number) => void
let after: (push: number) => void
let pushes: number
let groups = 0

const transport: Transport = async (request) => {
  if (!/\/push$/.test(request.url) || request.method !== 'POST') return emulator.handle(request)
  pushes += 1
  const push = pushes
  before(push)
  const answer = await emulator.handle(request)
  after(push)
  return answer
}

beforeAll(async () => {
  emulator = await startEmulator({ listen: false })
  client = createClient({ baseUrl: emulator.baseUrl, apiKey: emulator.apiKeys.test.all, transport, retries: 0 })
})
afterAll(() => emulator.close())
beforeEach(() => {
  pushes = 0
  before = after = () => {}
  groups += 1
})

/** A file in a folder of its own, and a source of its own to push it to. */
function stage(content: string) {
  const folder = scratchFolder()
  const path = writeFile(folder, 'a.csv', content)
  const stateDirectory = join(folder, 'state')
  const options = { source: 'Source', create: { group: `Group ${groups}` }, stateDirectory, batchItems: 10 }
  return { folder, path, options: { ...options, concurrency: 1 } satisfies PushFileOptions }
}

async function storedTexts(sourceId: string | null): Promise<string[]> {
  const page = await client.listFeedback({ query: { survey_id: sourceId!, limit: '200' } })
  return page.items.map(({ text }) => text).sort()
}

const sorted = [...TEXTS].sort()
const hangUp = () => {
  throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })
}

describe('pushFile', () => {
  it('makes the source, pushes every row and says so; called again it sends nothing', async () => {
    const { path, options } = stage(WITH_IDS)
    const result = await pushFile(client, path, options)
    expect(result).toMatchObject({ state: 'pushed', rows: ROWS, inserted: ROWS, duplicates: 0, rejected: 0 })
    expect(result).toMatchObject({ batches: 5, requests: 5, resumed: false, alreadyFinished: false, rejectsFile: null })
    expect(await storedTexts(result.sourceId)).toEqual(sorted)
    const again = await pushFile(client, pathToFileURL(path), { ...options, source: result.sourceId! })
    expect(again).toMatchObject({ inserted: ROWS, requests: 0, resumed: true, alreadyFinished: true })
    expect(pushes).toBe(5)
  })

  const cuts = [1, 2, 3, 4, 5].flatMap((at) =>
    (['before', 'after', 'abort'] as const).flatMap((how) =>
      [1, 3].flatMap((concurrency) =>
        (['column', 'none'] as const).map((externalId) => ({ at, how, concurrency, externalId })),
      ),
    ),
  )
  it.each(cuts)(
    'cut at batch $at ($how, $concurrency in flight, ids: $externalId), resumes: nothing twice, nothing lost',
    async (cut) => {
      const { path, options } = stage(cut.externalId === 'column' ? WITH_IDS : WITHOUT_IDS)
      const stop = new AbortController()
      const asked = { ...options, concurrency: cut.concurrency, externalId: cut.externalId }
      const act = (push: number) => {
        if (push !== cut.at) return
        if (cut.how === 'abort') stop.abort(new Error('enough'))
        else hangUp()
      }
      if (cut.how === 'before') before = act
      else after = act
      const first = await pushFile(client, path, { ...asked, signal: stop.signal }).catch((error: unknown) => error)
      before = after = () => {}
      if (cut.how !== 'abort')
        expect(first).toHaveProperty('name', expect.stringMatching(/^(InDoubt|Unreachable)Error$/))
      // All may have been in flight when it was told to stop.
      else if (first instanceof Error) expect(first).toBe(stop.signal.reason)
      const seen: PushFileProgress[] = []
      const result = await pushFile(client, path, { ...asked, onProgress: (progress) => seen.push(progress) })
      expect(result).toMatchObject({
        rows: ROWS,
        inserted: ROWS,
        duplicates: 0,
        rejected: 0,
        batches: 5,
        resumed: true,
      })
      expect(await storedTexts(result.sourceId)).toEqual(sorted)
      expectToAddUp(seen, result)
    },
  )

  it('knows what the command has pushed, as it shares its journals', async () => {
    const bench = await openBench()
    const { source } = await stageSource(bench)
    const { folder, path } = stage(WITH_IDS)
    const pushed = await bench.run(['push', path, '--source', source], {
      cwd: folder,
      env: { INPK_CONFIG_DIR: folder },
    })
    expect(pushed.code).toBe(0)
    const { baseUrl, apiKeys, handle } = bench.emulator
    const own = createClient({ baseUrl, apiKey: apiKeys.test.all, transport: handle })
    const result = await pushFile(own, path, { source, stateDirectory: join(folder, 'state') })
    expect(result).toMatchObject({ inserted: ROWS, requests: 0, resumed: true, alreadyFinished: true })
  })

  it('reports progress that only grows, adds up, and ends in the result', async () => {
    const { path, options } = stage(`${WITH_IDS}r-50,\n`)
    const seen: PushFileProgress[] = []
    const result = await pushFile(client, path, { ...options, onProgress: (progress) => seen.push(progress) })
    expectToAddUp(seen, result)
    expect(seen[0]).toMatchObject({ phase: 'planning', of: null, rowsSent: 0 })
    expect(seen.filter(({ phase }) => phase === 'sending').map(({ of }) => of)).toContain(ROWS + 1)
  })

  it('says how long requests are held back', async () => {
    const { path, options } = stage(WITH_IDS)
    let passedMs = 0
    const sleep = async (ms: number) => {
      passedMs += ms
    }
    const waiting = createClient({
      baseUrl: emulator.baseUrl,
      apiKey: emulator.apiKeys.test.all,
      clock: { now: Date.now, monotonic: () => passedMs, sleep },
      random: () => 0.5,
      transport: async (request) => {
        if (!/\/push$/.test(request.url) || ++pushes !== 2) return emulator.handle(request)
        return { status: 503, headers: { 'retry-after': '7' }, body: new Uint8Array() }
      },
    })
    const seen: PushFileProgress[] = []
    await pushFile(waiting, path, { ...options, onProgress: (progress) => seen.push(progress) })
    const waits = seen.filter(({ phase }) => phase === 'waiting')
    expect(waits.length).toBeGreaterThan(0)
    expect(Math.max(...waits.map(({ waitingMs }) => waitingMs))).toBeGreaterThanOrEqual(6_000)
    expect(seen.at(-1)).toMatchObject({ phase: 'done', waitingMs: 0 })
  })

  it('skips rows that cannot be pushed, and says which: in the result, in warnings and in a file', async () => {
    const { path, options, folder } = stage('id,comment\n1,good\n2,\n3,fine\n')
    const warnings: PushFileWarning[] = []
    const rejects = join(folder, 'left.csv')
    const map = { text: 'comment', external_id: '#1' } as const
    const asked = { ...options, map, rejects, onWarning: (warning: PushFileWarning) => warnings.push(warning) }
    const result = await pushFile(client, path, asked)
    expect(result).toMatchObject({ rows: 3, inserted: 2, rejected: 1, rejectsFile: rejects })
    expect(result.rejections).toMatchObject([{ row: 3 }])
    expect(readFileSync(rejects, 'utf8')).toContain('\n3,')
    expect(warnings.map(({ kind }) => kind)).toEqual(['empty_texts'])
    expect(warnings[0]?.text).toBe('1 row has no text (row 3)')
  })

  it('as a check needs no source, and then asks nothing of the service', async () => {
    const { path } = stage(`${WITH_IDS}bad,\n`)
    const offline = createClient({
      baseUrl: emulator.baseUrl,
      apiKey: emulator.apiKeys.test.all,
      transport: ({ url }) => Promise.reject(new Error(`${url} was asked`)),
    })
    const result = await pushFile(offline, path, { check: true })
    expect(result).toMatchObject({ state: 'checked', rows: ROWS + 1, inserted: 0, rejected: 1, sourceId: null })
  })

  it('as a check sends nothing, makes nothing and writes nothing', async () => {
    const { path, options } = stage(`${WITH_IDS}r-50,\n`)
    const methods = new Set<string>()
    const watched = createClient({
      baseUrl: emulator.baseUrl,
      apiKey: emulator.apiKeys.test.all,
      transport: (request) => {
        methods.add(request.method)
        return emulator.handle(request)
      },
    })
    const result = await pushFile(watched, path, { ...options, check: true })
    expect(result).toMatchObject({ state: 'checked', rows: ROWS + 1, inserted: 0, rejected: 1, sourceId: null })
    expect([...methods]).toEqual(['GET'])
    expect([existsSync(options.stateDirectory), existsSync(`${path}.rejects.csv`)]).toEqual([false, false])
  })
})

describe('pushFile that cannot', () => {
  const refusal = async (content: string, change: Partial<PushFileOptions> = {}) => {
    const { path, options } = stage(content)
    const error: unknown = await pushFile(client, path, { ...options, ...change }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(InputError)
    const { code, message, hint = '' } = error as InputError
    expect(`${message} ${hint}`).not.toMatch(/--|`inpk |command/)
    return { code, message, hint }
  }

  it.each<[string, string, Partial<PushFileOptions>, string]>([
    ['a file without rows', '', {}, 'FILE_INVALID'],
    ['a column that is not there', WITH_IDS, { map: { text: 'Comment' } }, 'MAPPING_UNCLEAR'],
    ['a bad row, told to stop', `${WITH_IDS}r-50,\n`, { onInvalid: 'stop' }, 'ROW_INVALID'],
    ['an unknown time zone', `text,occurred_at\na,2025-01-01 10:00\n`, { timeZone: 'Nowhere' }, 'ARGUMENT_INVALID'],
    ['an unknown encoding', WITH_IDS, { encoding: 'klingon' }, 'ARGUMENT_INVALID'],
    ['a sheet of a text', WITH_IDS, { sheet: '2' }, 'NOT_FOR_THIS_FORMAT'],
    ['no row that can be pushed', 'external_id,text\n1,\n', {}, 'NOTHING_TO_PUSH'],
  ])('rejects with what a program can act on: %s', async (_, content, change, code) => {
    expect(await refusal(content, change)).toHaveProperty('code', code)
  })

  it('names the nearest source, and how to make a missing one', async () => {
    const { path, options } = stage(WITH_IDS)
    await pushFile(client, path, options)
    const { create, ...there } = options
    const misspelt = { ...there, source: 'Sourec', group: create.group }
    const error = await pushFile(client, path, misspelt).catch((thrown: InputError) => thrown)
    expect(error).toMatchObject({ code: 'NOT_FOUND', message: expect.stringContaining('"Sourec"') })
    const { hint } = error as InputError
    for (const part of ['Did you mean `Source`?', '`client.each.sources()`', "`create: { group: '…' }`"])
      expect(hint).toContain(part)
  })

  it('names a file and columns as they are called, whatever they look like', async () => {
    const { folder, options } = stage('')
    const path = join(folder, 'reviews --tz.csv')
    writeFileSync(path, 'x --dates,y\n1,2\n')
    const refused = pushFile(client, path, { ...options, map: { text: 'z' } })
    await expect(refused).rejects.toMatchObject({
      message: expect.stringMatching(/^reviews --tz\.csv: /),
      hint: expect.stringContaining('x --dates'),
    })
  })

  it('names a file that is not there', async () => {
    const { folder, options } = stage('')
    const absent = pushFile(client, join(folder, 'absent.csv'), options)
    await expect(absent).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
      message: expect.stringContaining('file not found'),
    })
  })

  it('rejects with the error of the client', async () => {
    const { path, options } = stage(WITH_IDS)
    const { baseUrl } = emulator
    const stranger = createClient({ baseUrl, apiKey: emulator.apiKeys.test.all.replace(/.{6}$/, 'AAAAA='), transport })
    await expect(pushFile(stranger, path, options)).rejects.toBeInstanceOf(ServiceError)
    const refuse: Transport = async () => {
      throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
    }
    const away = createClient({ baseUrl, apiKey: emulator.apiKeys.test.all, transport: refuse, retries: 0 })
    await expect(pushFile(away, path, options)).rejects.toBeInstanceOf(UnreachableError)
  })

  it('aborted before it begins, does nothing', async () => {
    const { path, options } = stage(WITH_IDS)
    const reason = new Error('no')
    await expect(pushFile(client, path, { ...options, signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    expect(existsSync(options.stateDirectory)).toBe(false)
  })
})

it('no text of the pipeline names an option of the command line to a program', () => {
  const texts = readSources('src/ingest')
    .flatMap(({ text }) => text.split('\n'))
    .filter((line) => /['"`].*(?<![\w-])--[a-z]/.test(line) && !/^\s*(\*|\/\/|\/\*)|input-type/.test(line))
  const warnings = Object.keys(WARNING_KINDS).map((kind) => warningText({ kind: kind as never, count: 2, rows: [] }))
  expect(texts.length).toBeGreaterThan(15)
  expect(
    [...texts, ...warnings]
      .map((line) => textForPrograms(line.replaceAll(/^\s*"|",?$/g, '')))
      .filter((text) => /(?<![\w-])--[a-z]/.test(text)),
  ).toEqual([])
})

it('types: what is required, what is known, and what is not', () => {
  expectTypeOf(pushFile).parameter(0).toEqualTypeOf<Client>()
  expectTypeOf(pushFile).parameter(1).toEqualTypeOf<string | URL>()
  expectTypeOf(pushFile).returns.resolves.toEqualTypeOf<PushFileResult>()
  expectTypeOf<PushFileResult['rejectsFile']>().toEqualTypeOf<string | null>()
  const wrong = () => [
    // @ts-expect-error a source is required
    pushFile(client, 'a.csv', {}),
    // @ts-expect-error an item has no such member
    pushFile(client, 'a.csv', { source: '1', map: { texts: 'Comment' } }),
    // @ts-expect-error no such order of dates
    pushFile(client, 'a.csv', { source: '1', dates: 'dym' }),
    // @ts-expect-error a group to create in has a name
    pushFile(client, 'a.csv', { source: 'New', create: {} }),
  ]
  expect(wrong).toBeTypeOf('function')
})

/** Progress never goes back, is the sum of its parts, and ends in the result. */
function expectToAddUp(seen: readonly PushFileProgress[], result: PushFileResult): void {
  for (const [index, { rowsSent, inserted, duplicates, rejected }] of seen.entries()) {
    expect(rowsSent).toBe(inserted + duplicates + rejected)
    expect(rowsSent).toBeGreaterThanOrEqual(seen[index - 1]?.rowsSent ?? 0)
  }
  const { rows, inserted, duplicates, rejected } = result
  expect(seen.at(-1)).toMatchObject({ phase: 'done', rowsSent: rows, of: rows, inserted, duplicates, rejected })
}
