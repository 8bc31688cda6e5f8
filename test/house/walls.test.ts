import { describe, expect, it } from 'vitest'
import { readSources, type SourceFile } from './sources.js'

const files = readSources('src', 'emulator')

/** Every room, from the ground up: a file imports from its own room and from those before it, for types and values alike. */
const ROOMS = [
  ...[
    'base',
    'contract',
    'terminal',
    'config',
    'client',
    'listings',
    'har',
    'webhooks',
    'ingest',
    'truth',
    'explore',
    'output',
    'cli',
    'ui',
    'commands',
  ].map((room) => `src/${room}/`),
  ...['src/vitest/', 'src/'],
  ...[
    'analysis',
    'adapters',
    'state',
    'store',
    'rules',
    'core',
    'operations',
    'jobs',
    'organizations',
    'oauth',
    'mcp',
    'api',
  ].map((room) => `emulator/${room}/`),
  ...['emulator/control/', 'emulator/dashboard/', 'emulator/client/', 'emulator/'],
]

/** What the emulator may use of src, and the one door through which src uses the emulator. */
const SHARED_WITH_EMULATOR = [
  'src/base/',
  'src/contract/',
  'src/client/',
  'src/har/',
  'src/webhooks/',
  'src/ingest/index.ts',
]
const EMULATOR_DOOR = 'emulator/index.ts'

/** Rooms that touch nothing outside: they import values only of these. */
const PURE: { from: string; may: string[] }[] = [
  { from: 'emulator/analysis/', may: ['emulator/analysis/', 'src/contract/', 'src/base/'] },
  {
    from: 'emulator/rules/',
    may: ['emulator/rules/', 'emulator/analysis/', 'emulator/state/', 'src/contract/', 'src/base/'],
  },
]

/** The only places that may read a clock, draw randomness, set timers or touch disk and network. */
const OUTSIDE =
  /\b(Date\.now|performance\.now|Math\.random|setTimeout|setInterval|setImmediate|randomBytes|randomUUID)\s*\(|new Date\(\)/
const OUTSIDE_MODULES = new Set([
  'node:fs',
  'node:fs/promises',
  'node:net',
  'node:http',
  'node:https',
  'node:child_process',
  'node:timers',
  'node:timers/promises',
  'undici',
])
const MAY_REACH_OUTSIDE = [
  'emulator/adapters/',
  'emulator/store/',
  'emulator/server.ts',
  'emulator/server-https.ts',
  'emulator/dashboard/web/browser.ts',
]

describe('the walls of the house', () => {
  it('each room imports only rooms before it, in the order of the list', () => {
    const against = importsOfOurs('', false).filter(({ path, of }) => {
      if (isOfEmulator(path) !== isOfEmulator(of)) return !mayCross(path, of)
      return roomOf(of) > roomOf(path)
    })
    expect(against.map(({ path, of }) => `${path} -> ${of}`)).toEqual([])
  })

  it('no files import values of each other in a circle', () => {
    expect(circles()).toEqual([])
  })

  for (const { from, may } of PURE) {
    it(`${from} imports values only of ${may.join(', ')}`, () => {
      const through = importsOfOurs(from, true).filter(({ of }) => !may.some((prefix) => of.startsWith(prefix)))
      expect(through.map(({ path, of }) => `${path} -> ${of}`)).toEqual([])
    })
  }

  it('the contract imports no package but for its types', () => {
    const packages = in_('src/contract/').flatMap((file) => packagesOf(file))
    expect(packages).toEqual([])
  })

  it('each package has one import site', () => {
    const sites = new Map<string, string[]>()
    for (const file of files) {
      for (const name of packagesOf(file)) sites.set(name, [...(sites.get(name) ?? []), file.path])
    }
    const shared = [...sites].filter(([name, paths]) => paths.length > 1 && !SHARED.has(name))
    expect(shared.map(([name, paths]) => `${name}: ${paths.join(', ')}`)).toEqual([])
  })

  it('clocks, randomness, timers, disk and network of the emulator live in its adapters, its store and its sockets', () => {
    const through = in_('emulator/')
      .filter((file) => !MAY_REACH_OUTSIDE.some((prefix) => file.path.startsWith(prefix)))
      .filter((file) => OUTSIDE.test(file.text) || file.imports.some(({ of }) => OUTSIDE_MODULES.has(of)))
    expect(through.map((file) => file.path)).toEqual([])
  })

  it('nothing but the program itself ends the process', () => {
    expect(files.filter((file) => /process\.exit\(/.test(file.text)).map((file) => file.path)).toEqual([])
  })

  it('no file is named for being of use to everybody', () => {
    const named = files.filter((file) => /(^|\/)(utils?|helpers?|common|manager)(\.tsx?$|\/)/.test(file.path))
    expect(named.map((file) => file.path)).toEqual([])
  })
})

/** React's elements stand in every view; a view without it is no view. */
const SHARED = new Set(['react', 'ink', 'react/jsx-runtime'])

const isOfEmulator = (path: string) => path.startsWith('emulator/')

/** Its place in the list; a file that stands loose in `src/` or `emulator/` belongs to the last room of that name. */
function roomOf(path: string): number {
  const at = ROOMS.findIndex(
    (room) => path.startsWith(room) && (room.split('/').length > 2 || path.split('/').length === 2),
  )
  if (at < 0) throw new Error(`${path} is in no room of the list`)
  return at
}

function mayCross(path: string, of: string): boolean {
  return isOfEmulator(path) ? SHARED_WITH_EMULATOR.some((prefix) => of.startsWith(prefix)) : of === EMULATOR_DOOR
}

/** Each circle as the path that closes it. */
function circles(): string[] {
  const next = new Map<string, string[]>()
  for (const { path, of } of importsOfOurs('', true)) next.set(path, [...(next.get(path) ?? []), of])
  const done = new Set<string>()
  const found: string[] = []
  const visit = (path: string, way: readonly string[]): void => {
    if (way.includes(path)) found.push([...way.slice(way.indexOf(path)), path].join(' -> '))
    if (way.includes(path) || done.has(path)) return
    for (const of of next.get(path) ?? []) visit(of, [...way, path])
    done.add(path)
  }
  for (const path of next.keys()) visit(path, [])
  return found
}

function in_(folder: string): SourceFile[] {
  return files.filter((file) => file.path.startsWith(folder))
}

function importsOfOurs(from: string, valuesOnly: boolean) {
  return in_(from).flatMap(({ path, imports }) =>
    imports
      .filter(({ of, typeOnly }) => /^(src|emulator)\//.test(of) && !(valuesOnly && typeOnly))
      .map(({ of }) => ({ path, of })),
  )
}

function packagesOf(file: SourceFile): string[] {
  const values = file.imports.filter(({ typeOnly }) => !typeOnly).map(({ of }) => of)
  return [...new Set(values.filter((of) => !/^(src|emulator|node:)/.test(of) && !of.endsWith('.json')))]
}
