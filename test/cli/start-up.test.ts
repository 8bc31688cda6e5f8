import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { scratchFolder } from '../commands/scratch.js'

const ROOT = resolve(import.meta.dirname, '../..')
const STATIC = /^(?:import|export)\s+(?!type\b)(?:[^'"]*?\sfrom\s+)?['"]([^'"]+)['"]/gm
const DYNAMIC = /import\(\s*'([^']+)'\s*\)/g
const LIGHT = new Set(['commander'])

/** What a module of ours loads before it does anything: files of ours, and packages. */
function loadedWith(path: string, seen = new Set<string>()): Set<string> {
  if (seen.has(path)) return seen
  seen.add(path)
  for (const [, specifier] of readFileSync(join(ROOT, path), 'utf8').matchAll(STATIC)) {
    // A text file loads nothing.
    if (specifier!.endsWith('?raw')) continue
    if (specifier!.startsWith('.')) loadedWith(resolved(path, specifier!), seen)
    else seen.add(specifier!)
  }
  return seen
}

function resolved(from: string, specifier: string): string {
  const path = relative(ROOT, resolve(ROOT, dirname(from), specifier))
  return path.replace(/\?raw$/, '').replace(/\.js$/, '.ts')
}

function heavy(path: string): string[] {
  const isHeavy = (name: string) =>
    name.startsWith('emulator/') || (!/^(src\/|node:|\.|package)/.test(name) && !LIGHT.has(name))
  return [...loadedWith(path)].filter(isHeavy)
}

const TREES = ['tree', 'tree-emulator-nouns']
const COMMANDS = TREES.map((name) => `src/commands/${name}.ts`).flatMap((path) =>
  [...readFileSync(join(ROOT, path), 'utf8').matchAll(DYNAMIC)].map(([, specifier]) => resolved(path, specifier!)),
)

it('a program that is not built says so, and what to do', () => {
  const folder = scratchFolder()
  mkdirSync(join(folder, 'bin'))
  copyFileSync(join(ROOT, 'bin/inpk.js'), join(folder, 'bin/inpk.cjs'))
  const { status, stderr } = spawnSync(process.execPath, [join(folder, 'bin/inpk.cjs'), 'me'], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/^error: inpk is not built\n.*npm run build.*\n\(NOT_BUILT\)\n$/),
  ])
})

it('an upload loads what reads a table only where it needs the headers', () => {
  expect([...loadedWith('src/commands/upload.ts')]).not.toContain('src/ingest/read/whole-table.ts')
})

describe('before a command runs', () => {
  it.each([...new Set(COMMANDS)])('%s loads no heavy package, so that its help is quick', (path) => {
    expect(heavy(path)).toEqual([])
  })

  it('the program itself loads no heavy package', () => {
    expect(heavy('src/main.ts')).toEqual([])
  })

  it('version and help of the whole program load no package at all', () => {
    expect([...loadedWith('src/fast-path.ts')].filter((name) => !/^(src\/|\.|package)/.test(name))).toEqual([])
  })
})
