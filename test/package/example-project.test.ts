import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const place = mkdtempSync(join(tmpdir(), 'inpk-package-'))
const project = join(place, 'project')

// On a busy disk a whole node_modules takes its time to go.
afterAll(() => rmSync(place, { recursive: true, force: true }), 120_000)

function run(cwd: string, command: string, args: string[]): string {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VITEST|INPK_)/.test(name)))
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', env: { ...env, NO_COLOR: '1' } })
  expect(status, `${command} ${args.join(' ')}\n${stdout}${stderr}`).toBe(0)
  return stdout
}

/**
 * What is in the tarball, with the packages that an install of it brings linked to where they are installed, and those the project has
 * besides. No others: what only our own build needs must not be missed.
 */
function installByLinks(tarball: string): void {
  const modules = join(project, 'node_modules')
  mkdirSync(join(modules, 'inpk'), { recursive: true })
  run(place, 'tar', ['-xzf', tarball, '-C', join(modules, 'inpk'), '--strip-components=1'])
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { dependencies: object }
  for (const name of [...Object.keys(dependencies), 'vitest', 'typescript', '@types/node', 'undici-types']) {
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name))
  }
}

function pack(): string {
  const packed = run(ROOT, 'npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', place])
  return join(place, (JSON.parse(packed) as [{ filename: string }])[0].filename)
}

const install = (...packages: string[]) =>
  run(project, 'npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages])

function expectToPass(): void {
  const ran = run(project, process.execPath, [join(project, 'node_modules/vitest/vitest.mjs'), 'run'])
  expect(ran).toMatch(/Tests +10 passed/)
}

/** Whence a project has AbortSignal and URL, as the README says: from the compiler's default libs, or from the types of Node. */
const GLOBALS = [{ types: [] }, { types: ['node'], lib: ['es2022'] }]

/** Compiles wrong and right calls as a project does that has no other types, by any version of the compiler. */
function expectCalls(typescript: string): void {
  for (const globals of GLOBALS) {
    const settings = { module: 'nodenext', moduleResolution: 'nodenext', target: 'es2022', ...globals }
    const compilerOptions = { ...settings, noEmit: true, strict: true, skipLibCheck: false }
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['calls.ts'] }))
    run(project, process.execPath, [join(typescript, 'bin/tsc'), '--project', 'tsconfig.json'])
  }
}

/** Editors show a comment only where it begins its line, before what it is about. */
function expectComments(): void {
  const types = readFileSync(join(project, 'node_modules/inpk/dist/index.d.ts'), 'utf8')
  expect(types).toMatch(/Pushes items to one field of a published source\.\n[\s\S]{1,600}\*\/\s+pushContent: \{/)
  expect(types).toMatch(/\/\*\* The field to push to, and the items\. \*\/\s+question: \{/)
  expect(types.split('\n').filter((line) => /\S\s*\/\*\*/.test(line))).toEqual([])
}

function expectEveryVersion(): void {
  for (const version of VERSIONS) {
    const prefix = join(place, `typescript-${version}`)
    run(place, 'npm', [
      'install',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--prefix',
      prefix,
      `typescript@${version}`,
    ])
    expectCalls(join(prefix, 'node_modules/typescript'))
  }
}

/** What the package promises to compile with: for all of them the registry is needed. */
const VERSIONS = process.env.INPK_SOAK ? ['5.4', '5.9', '7'] : (process.env.INPK_TYPESCRIPT?.split(' ') ?? [])

function expectTypes(module: string, resolution: string, ...files: string[]): void {
  const how = ['--module', module, '--moduleResolution', resolution, '--target', 'es2022', '--types', 'node']
  const compiler = join(project, 'node_modules/typescript/bin/tsc')
  run(project, process.execPath, [compiler, '--noEmit', '--strict', '--skipLibCheck', 'false', ...how, ...files])
}

test('the example project and the example of the README: a project that has the package from its tarball tests with an organisation for each test', () => {
  cpSync(join(ROOT, 'test/example-project'), project, { recursive: true })
  const blocks = readFileSync(join(ROOT, 'fixtures/recipes/README.md'), 'utf8').matchAll(/^```js\n([\s\S]*?)^```$/gm)
  const example = [...blocks].map((block) => block[1]!).find((text) => text.includes('inpk/vitest'))
  writeFileSync(join(project, 'readme.spec.js'), example!)
  if (!process.env.INPK_SOAK) {
    installByLinks(pack())
    expectCalls(join(project, 'node_modules/typescript'))
    expectComments()
    expectEveryVersion()
    return expectToPass()
  }
  // vitest 3 asks for these types of its own and does not bring them.
  install(pack(), 'vitest@4', 'typescript@5', '@types/node@20', '@types/debug@4')
  for (const major of ['4', '3']) {
    if (major === '3') install('vitest@3')
    expectToPass()
    expectTypes('nodenext', 'nodenext', 'types.ts', 'calls.ts')
    expectTypes('esnext', 'bundler', 'types.ts', 'calls.ts')
  }
  expectEveryVersion()
}, 900_000)
