import { createHash } from 'node:crypto'
import { open, readdir, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { isObject, type JsonObject } from '../../base/is-object.js'
import { isTooDeep, parseJson, withoutBom } from '../../base/parse-json.js'
import { readYaml } from '../../base/yaml.js'
import type { Factory } from '../../cli/factory.js'
import { readBytesOf } from '../../cli/read-file.js'
import { Failure, wrongUsage } from '../../terminal/failure.js'
import { describedOperations } from '../../truth/learn/evidence/describe.js'
import { mergeOperations, seenOperations } from '../../truth/learn/evidence/traffic.js'
import { findRoutes } from '../../truth/learn/routes.js'
import { fetchUrl } from '../fetch-url.js'
import { type Gathered, joined, NOTHING, type Source, today } from './gathered.js'
import { readHarFile, savedIn } from './read-recording.js'
import { deliveriesIn } from './saved-deliveries.js'
import { deadReferences, listed, otherVersion, unknownSource, unknownText } from './unknown-source.js'

const HEAD_BYTES = 4_096
/** HAR files may be larger: they are read entry by entry. */
const LARGEST_BYTES = 64_000_000
/** Schemas nest deeper than what people write by hand. */
const DEPTH = 200

/** The evidence in files, folders of saved deliveries, and at URLs, each told apart by its content. Refuses what is none of it. */
export async function readSources(words: readonly string[], factory: Factory): Promise<Gathered> {
  if (words.filter((word) => word === '-').length > 1) throw wrongUsage('stdin can be read only once', 'Give - once.')
  const all: Gathered[] = []
  for (const word of words) all.push(await readSource(word, factory))
  const whole = joined(await withoutTwins(all, factory))
  await requireOwn(whole, factory)
  return whole
}

/** The evidence without what was read before: it proves no more for being given twice. */
async function withoutTwins(all: readonly Gathered[], { screen }: Factory): Promise<Gathered[]> {
  const known = new Map<string, string>()
  const kept: Gathered[] = []
  for (const each of all) {
    const { documents, traffic, deliveries, sources } = each
    const print = createHash('sha256')
    // Part by part: traffic may be larger than the longest text.
    const parts = [...documents, ...deliveries, ...traffic.flatMap(({ exchanges }) => exchanges)]
    for (const part of parts) print.update(JSON.stringify({ ...part, from: undefined }))
    const from = sources.map((source) => source.from).join(', ')
    const digest = print.digest('hex')
    const twin = known.get(digest)
    if (twin === undefined || parts.length === 0) kept.push(each)
    else await screen.caution(`${from} holds the same as ${twin}; it counts once`)
    known.set(digest, twin ?? from)
  }
  return kept
}

/** Refuses recordings of other services alone, and says so of one among other evidence. */
async function requireOwn({ documents, traffic, sources }: Gathered, { screen }: Factory): Promise<void> {
  const described = documents.flatMap(({ root, from }) => describedOperations(root, from))
  const seen = traffic.map(({ exchanges, from }) => ({ from, wires: seenOperations(exchanges, described, from) }))
  const { found } = findRoutes(mergeOperations([...described, ...seen.flatMap(({ wires }) => wires)]))
  const isOwn = (address: string) => found.some(({ wire }) => `${wire.method} ${wire.path}` === address)
  const foreign = seen.flatMap(({ from, wires }) => {
    const addresses = wires.map(({ method, path }) => `${method} ${path}`)
    return addresses.length > 0 && !addresses.some(isOwn) ? [{ from, addresses }] : []
  })
  for (const { from, addresses } of foreign) {
    const message = `nothing in ${from.from} belongs to this service: ${listed(addresses)}`
    if (foreign.length < sources.length) {
      await screen.caution(message)
      continue
    }
    throw new Failure({
      exit: 'invalid',
      code: 'NOTHING_SEEN',
      message,
      hint: 'Give a recording of the service; `inpk record --to URL --out FILE.har` makes one.',
    })
  }
}

async function readSource(word: string, factory: Factory): Promise<Gathered> {
  if (/^https?:\/\//i.test(word)) return readBytes((await fetchUrl(word, factory)).body, word, factory)
  if (word === '-') return readBytes(await readBytesOf(factory.environment, word), 'stdin', factory)
  const path = resolve(factory.environment.cwd, word)
  const found = await stat(path).catch(() => undefined)
  if (found?.isDirectory()) return readFolder(path, word, factory)
  if (found?.isFile() && found.size > HEAD_BYTES && isHar(await headOf(path)))
    return readHarFile(path, basename(word), factory)
  if (found && found.size > LARGEST_BYTES)
    throw unknownSource(word, `is larger than ${LARGEST_BYTES / 1_000_000} MB and is not a HAR file`)
  return readBytes(await readBytesOf(factory.environment, word), basename(word), factory)
}

/** The deliveries saved in a folder, and whatever else of evidence is in it; other files are left alone. */
async function readFolder(path: string, word: string, factory: Factory): Promise<Gathered> {
  const inside = await readdir(path)
  const names = inside.filter((name) => /\.(http|har|json|jsonl|ndjson|ya?ml)$/i.test(name)).sort()
  const all: Gathered[] = []
  for (const name of names) {
    const read = await readSource(join(path, name), factory).catch((error: unknown) => {
      if (error instanceof Failure && error.code === 'SOURCE_UNKNOWN') return NOTHING
      throw error
    })
    all.push(read)
  }
  const { deliveries, sources, ...others } = joined(await withoutTwins(all, factory))
  if (inside.length === 0) throw unknownSource(word, 'is an empty folder')
  if (sources.length === 0) throw unknownSource(word, 'has neither saved deliveries nor other evidence in it')
  // A file a delivery is one source anyway.
  const saved = sources.filter(({ kind }) => kind === 'deliveries')
  const at = saved
    .map((each) => each.at)
    .sort()
    .at(-1)
  const whole: Source[] =
    at === undefined ? [] : [{ from: basename(path), kind: 'deliveries', count: deliveries.length, left_out: 0, at }]
  const from = { from: basename(path), kind: 'deliveries' as const }
  return {
    ...others,
    deliveries: deliveries.map((each) => ({ ...each, from })),
    sources: [...sources.filter(({ kind }) => kind !== 'deliveries'), ...whole],
  }
}

async function headOf(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await file.close()
  }
}

function isHar(text: string): boolean {
  return /^\s*\{\s*"log"\s*:\s*\{/.test(withoutBom(text))
}

async function readBytes(bytes: Uint8Array, from: string, factory: Factory): Promise<Gathered> {
  const text = withoutBom(Buffer.from(bytes).toString('utf8'))
  if (isHar(text.slice(0, HEAD_BYTES))) return readHarFile(bytes, from, factory)
  if (isTooDeep(text))
    throw unknownSource(from, 'is nested more than 500 levels deep', 'Give a description of the service.')
  const value = /^[A-Z]+ \S+ HTTP\/1/.test(text) ? undefined : (parseJson(text) ?? yamlValue(text))
  if (isObject(value) && isObject(value.log)) return readHarFile(bytes, from, factory)
  if (isObject(value) && isObject(value.paths)) return describedBy(value, from, factory)
  const saved = deliveriesIn(bytes, text)
  if (saved.length === 0) throw unknownText(from, text, { value, depth: DEPTH })
  return savedIn(saved, from, today(factory))
}

function yamlValue(text: string): unknown {
  const read = readYaml(text, DEPTH)
  return 'faults' in read ? undefined : read.value
}

/** The evidence in an OpenAPI description. Refuses other versions than 3. */
export function describedBy(root: JsonObject, from: string, factory: Factory): Gathered {
  const { openapi } = root
  if (typeof openapi !== 'string' || !openapi.startsWith('3.')) throw otherVersion(from, root)
  for (const each of deadReferences(root)) void factory.screen.caution(`${from} ${each}`)
  const source: Source = { from, kind: 'description', count: 1, left_out: 0, at: today(factory) }
  return { ...NOTHING, documents: [{ root, from: { from, kind: 'description' } }], sources: [source] }
}
