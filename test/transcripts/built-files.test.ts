import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire, isBuiltin } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { scratchFolder, writeFile } from '../commands/scratch.js'
import { readSources } from '../house/sources.js'

const ROOT = resolve(import.meta.dirname, '../..')
const PROGRAM = join(ROOT, 'bin/inpk.js')
const HEAVY = [
  'crypto',
  'child_process',
  'fs/promises',
  'readline',
  'perf_hooks',
  'http',
  'internal/modules/esm/translators',
]

/** The modules of node that a command loads beside those node itself begins with. */
function loadedBy(command: string): string[] {
  const cwd = scratchFolder()
  const tell = writeFile(
    cwd,
    'tell.cjs',
    `const known = new Set(process.moduleLoadList)
process.on('exit', () => process.stderr.write(process.moduleLoadList.filter((name) => !known.has(name)).join('\\n')))`,
  )
  const env = { PATH: process.env.PATH, INPK_CONFIG_DIR: cwd }
  const ran = spawnSync(process.execPath, ['--require', tell, PROGRAM, command], { cwd, env, encoding: 'utf8' })
  expect([ran.status, ran.stdout]).toEqual([0, expect.stringContaining('base_url')])
  return ran.stderr.split('\n').map((line) => line.replace('NativeModule ', ''))
}

/** All that a file of the library loads with itself. */
function textOf(path: string, seen = new Set<string>()): string {
  if (seen.has(path)) return ''
  seen.add(path)
  const text = readFileSync(path, 'utf8')
  const next = [...text.matchAll(/\b(?:from|import)\s*["'`](\.[^"'`]+)["'`]/g)]
  return text + next.map(([, to]) => textOf(join(dirname(path), to!), seen)).join('')
}

describe('the built program', () => {
  it('loads of node what a short command uses, and no loader of modules', () => {
    expect(loadedBy('config').filter((name) => HEAVY.includes(name))).toEqual([])
  })
})

/** The packages that the files of the program require. */
function requiredPackages(): string[] {
  const folder = join(ROOT, 'dist/program')
  const text = readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')
  const names = [...text.matchAll(/\brequire\(["'`]([^"'`.][^"'`]*)["'`]\)/g)].map(([, name]) => name!)
  return [...new Set(names)].filter((name) => !isBuiltin(name))
}

it('the program requires no package that cannot be required: those are bundled with it, or imported', () => {
  const esmOnly = requiredPackages().filter(isModule)
  expect(esmOnly).toEqual([])
})

/** Whether the file that `require` would load of a package is an ES module, by its name or by the package it is in. */
function isModule(name: string): boolean {
  const file = createRequire(PROGRAM).resolve(name)
  if (!file.endsWith('.js')) return file.endsWith('.mjs')
  let folder = dirname(file)
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).type === 'module'
}

const LIBRARY = {
  index: 'src/index.ts',
  webhooks: 'src/webhooks/index.ts',
  emulator: 'emulator/index.ts',
  vitest: 'src/vitest/index.ts',
}

/** The sources that a file imports values of, at once or later, and those that they import. */
function reachedFrom(path: string): Set<string> {
  const sources = new Map(readSources('src', 'emulator').map((source) => [source.path, source]))
  const reached = new Set([path])
  for (const each of reached) {
    for (const { of, typeOnly } of sources.get(each)?.imports ?? []) if (!typeOnly) reached.add(of)
  }
  return reached
}

describe('the built library', () => {
  it.each(Object.entries(LIBRARY))('%s is modules that load nothing of the command line', (name, source) => {
    const text = textOf(join(ROOT, `dist/${name}.js`))
    expect(text).toMatch(/\bexport ?\{/)
    expect(text).not.toMatch(/\.cjs["'`]/)
    const reached = [...reachedFrom(source)]
    expect(reached.length).toBeGreaterThan(1)
    expect(reached.filter((path) => /^(src\/(cli|commands|output|ui)\/|commander$)/.test(path))).toEqual([])
  })
})
