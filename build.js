// Builds dist/: the library and the emulator as modules, the program as CommonJS, which node starts sooner, the dashboard's page,
// a file of types for each module, and the licences of the packages that are bundled. All is made in a folder of its own, which then
// takes the place of dist/.
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build as bundlePage } from 'esbuild'
import { rolldown } from 'rolldown'
import { notePackage, writeLicenses } from './build-licenses.js'
import { writeTypes } from './build-types.js'

const ROOT = dirname(fileURLToPath(import.meta.url))
const DIST = join(ROOT, 'dist')
const MODULES = {
  index: 'src/index.ts',
  emulator: 'emulator/index.ts',
  webhooks: 'src/webhooks/index.ts',
  vitest: 'src/vitest/index.ts',
  'vitest-setup': 'src/vitest/setup.ts',
}
const THREAD = { 'analysis-thread': 'emulator/adapters/analysis-thread.ts' }
/** Shares most of its packages with the emulator. */
const MCP = { 'mcp-client': 'src/commands/mcp/sdk.ts' }
const LIBRARY = { ...MODULES, ...THREAD, ...MCP }
/**
 * What draws stays a module, for ink can only be imported. It has copies of its own of what it shares with the program, and so must not
 * throw errors of ours.
 */
const DRAWINGS = Object.fromEntries(
  ['analysis', 'listen', 'live-view', 'progress', 'secret-prompt', 'waiting'].map((name) => [
    `ink-${name}`,
    `src/ui/ink-${name}.tsx`,
  ]),
)
/** What the program imports from the built library, that nothing is in the package twice. */
const BUILT = new Map(
  Object.entries({ emulator: MODULES.emulator, ...MCP, ...DRAWINGS }).map(([name, path]) => [join(ROOT, path), name]),
)
/** Loads with every command, and many small files cost more than their work does. Other packages are bundled by being no dependency. */
const BUNDLED = new Set(['commander'])
const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const PACKAGES = Object.keys({ ...dependencies, ...peerDependencies }).filter((name) => !BUNDLED.has(name))
const COMMON_JS = { format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: '[name]-[hash].cjs' }
const isOutside = (id) => PACKAGES.some((name) => id === name || id.startsWith(`${name}/`))
// `me` is imported by the program at once, and later as every command is.
const CHECKS = { ineffectiveDynamicImport: false }
const ROLLDOWN = { cwd: ROOT, platform: 'node', external: isOutside, logLevel: 'warn', checks: CHECKS }

process.exitCode = await build()

async function build() {
  const fresh = join(ROOT, `.dist-${process.pid}`)
  const old = join(ROOT, `.dist-${process.pid}-old`)
  try {
    await Promise.all([
      bundleLibrary(fresh),
      bundleProgram(join(fresh, 'program')),
      bundleFastPath(join(fresh, 'program')),
      buildPage(join(fresh, 'dashboard')),
    ])
    if (!(await writeTypes(ROOT, MODULES, fresh))) return 1
    writeLicenses(ROOT, join(fresh, 'third-party-licenses.txt'))
    if (existsSync(DIST)) renameSync(DIST, old)
    renameSync(fresh, DIST)
    return 0
  } finally {
    for (const folder of [fresh, old]) rmSync(folder, { recursive: true, force: true })
  }
}

function bundleLibrary(dir) {
  const input = { ...LIBRARY, ...DRAWINGS }
  return bundle({ input }, { dir, format: 'es', chunkFileNames: 'chunks/[name]-[hash].js' })
}

/** The program: a file with what every command begins with, and those that a command loads when it is used. */
function bundleProgram(dir) {
  const groups = [{ name: 'main', tags: ['$initial'] }]
  const plugins = [importBuilt(), startNoPrograms()]
  return bundle({ input: { main: 'src/main.ts' }, plugins }, { ...COMMON_JS, dir, codeSplitting: { groups } })
}

/** Version and help of the whole program: one small file, which loads nothing when used. */
function bundleFastPath(dir) {
  const resolveId = (id, _importer, { kind }) => (kind === 'dynamic-import' ? { id, external: true } : undefined)
  const plugins = [{ name: 'load-nothing-later', resolveId }]
  return bundle({ input: { 'fast-path': 'src/fast-path.ts' }, plugins }, { ...COMMON_JS, dir })
}

async function bundle(input, output) {
  const noted = { name: 'note-packages', moduleParsed: ({ id }) => notePackage(id) }
  const plugins = [readText(), noted, ...(input.plugins ?? [])]
  const made = await rolldown({ ...ROLLDOWN, ...input, plugins })
  // Small, but with the names of classes, which messages show. Those of functions, for stack traces alone, would be 56 kB packed.
  const mangle = { keepNames: { function: false, class: true } }
  await made.write({ minify: { compress: true, mangle }, comments: { legal: true }, ...output })
  await made.close()
}

/** Turns imports of emulator and drawings into imports of their built files. */
function importBuilt() {
  return {
    name: 'import-built',
    async resolveId(path, importer, { kind }) {
      const found = kind === 'dynamic-import' ? await this.resolve(path, importer) : undefined
      const name = BUILT.get(found?.id)
      return name ? { id: `../${name}.js`, external: true } : undefined
    },
  }
}

/** A file imported as `name?raw` is its text, as for the test runner. */
function readText() {
  const textOf = (id) => `export default ${JSON.stringify(readFileSync(id.slice(0, -'?raw'.length), 'utf8'))}`
  return { name: 'read-text', load: (id) => (id.endsWith('?raw') ? { code: textOf(id), moduleType: 'js' } : undefined) }
}

/**
 * commander asks for child processes at its start, which it needs for commands that are programs of their own; ours are not. A command
 * declared as one (`command(name, description)`) would end in "spawn is not a function".
 */
function startNoPrograms() {
  return {
    name: 'start-no-programs',
    resolveId: (id, importer) =>
      id === 'node:child_process' && importer.includes('commander') ? `\0${id}` : undefined,
    load: (id) => (id === '\0node:child_process' ? 'export {}' : undefined),
  }
}

/** All in two files: a browser without a network must find everything here. */
async function buildPage(outdir) {
  const { metafile } = await bundlePage({
    absWorkingDir: ROOT,
    entryPoints: { page: 'emulator/dashboard/web/main.tsx', style: 'emulator/dashboard/web/style/index.css' },
    outdir,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: ['chrome110', 'firefox110', 'safari16'],
    define: { 'process.env.NODE_ENV': '"production"' },
    legalComments: 'linked',
    jsx: 'automatic',
    logLevel: 'warning',
    metafile: true,
  })
  for (const path of Object.keys(metafile.inputs)) notePackage(path)
}
