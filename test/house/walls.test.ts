import { describe, expect, it } from 'vitest'
import { readSources, type SourceFile } from './sources.js'

const files = readSources('src', 'emulator')

/** Who may import whom: for files that begin with `from`, imports of ours must begin with one of `may`. */
const WALLS: { from: string; may: string[]; except?: string[] }[] = [
  { from: 'src/base/', may: ['src/base/'] },
  { from: 'src/contract/', may: ['src/contract/'] },
  { from: 'src/client/', may: ['src/client/', 'src/contract/'] },
  { from: 'src/webhooks/', may: ['src/webhooks/', 'src/contract/'] },
  { from: 'src/ingest/', may: ['src/ingest/', 'src/base/', 'src/contract/', 'src/client/'] },
  // Rules say what changes as facts; building one is pure.
  {
    from: 'emulator/rules/',
    may: [
      'emulator/rules/',
      'src/contract/',
      'emulator/state/change.ts',
      'emulator/state/job-order.ts',
      'emulator/state/ledger-order.ts',
    ],
  },
]

/** Files that begin with `from` import nothing that begins with one of `never`. */
const BANS: { from: string; never: string[] }[] = [
  { from: 'emulator/', never: ['src/cli/', 'src/commands/', 'src/output/', 'src/ui/', 'src/config/'] },
  { from: 'src/commands/', never: ['src/ui/ink'] },
  { from: 'src/output/', never: ['src/cli/', 'src/commands/', 'emulator/'] },
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
  'emulator/dashboard/web/browser.ts',
]

describe('the walls of the house', () => {
  for (const { from, may } of WALLS) {
    it(`${from} imports only ${may.slice(1).join(', ') || 'itself'} of ours`, () => {
      const through = importsOfOurs(from, true).filter(({ of }) => !may.some((prefix) => of.startsWith(prefix)))
      expect(through.map(({ path, of }) => `${path} -> ${of}`)).toEqual([])
    })
  }

  for (const { from, never } of BANS) {
    it(`${from} never imports ${never.join(', ')}`, () => {
      const through = importsOfOurs(from, false).filter(({ of }) => never.some((prefix) => of.startsWith(prefix)))
      expect(through.map(({ path, of }) => `${path} -> ${of}`)).toEqual([])
    })
  }

  it('src reaches the emulator only through emulator/index.ts', () => {
    const through = importsOfOurs('src/', false).filter(
      ({ of }) => of.startsWith('emulator/') && of !== 'emulator/index.ts',
    )
    expect(through.map(({ path, of }) => `${path} -> ${of}`)).toEqual([])
  })

  it('the emulator reaches the ingest, which uploads are read with, only through src/ingest/index.ts', () => {
    const through = importsOfOurs('emulator/', false).filter(
      ({ of }) => of.startsWith('src/ingest/') && of !== 'src/ingest/index.ts',
    )
    expect(through.map(({ path, of }) => `${path} -> ${of}`)).toEqual([])
  })

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
