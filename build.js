// Builds dist/: the program, the library, the emulator, its web page and the webhook functions, with their declarations.
// `--if-missing` does nothing when dist/ is newer than every source. Two builds at once do not disturb each other:
// each writes to a folder of its own and moves whole files, the ones that nothing refers to yet first.
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import { createRequire, Module } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Script } from 'node:vm'

const ROOT = dirname(fileURLToPath(import.meta.url))
const DIST = join(ROOT, 'dist')
const STAMP = join(DIST, '.built')
const SOURCES = ['src', 'emulator', 'build.js', 'package.json', 'tsconfig.json', 'tsconfig.build.json']
/** Told before anything is loaded. */
const AT_ONCE = 'src/at-once.ts'
const MAIN = 'src/main.ts'
/** What every command begins with, and what many of the short ones share. */
const CORE = [
  'src/cli/run.ts',
  'src/cli/world.ts',
  'src/commands/tree.ts',
  'src/cli/command.ts',
  'src/cli/defined.ts',
  'src/commands/find-target.ts',
  'src/commands/listing.ts',
]
const LIBRARY = {
  index: 'src/index.ts',
  emulator: 'emulator/index.ts',
  'analysis-thread': 'emulator/adapters/analysis-thread.ts',
  webhooks: 'src/webhooks/index.ts',
  vitest: 'src/vitest/index.ts',
  'vitest-setup': 'src/vitest/setup.ts',
}
/** What the dashboard host serves beside its page: the program of the page, and its style. */
const PAGE_ENTRIES = { page: 'emulator/dashboard/web/main.tsx', style: 'emulator/dashboard/web/style/index.css' }
/** Many small files of packages cost a command more than their work does. */
const BUNDLED = new Set(['commander', 'typebox'])
/** What is bundled may be CommonJS, and ask for modules of node. */
const REQUIRE = "const require = process.getBuiltinModule('node:module').createRequire(import.meta.url)"
const ASKS_FOR_REQUIRE = /Dynamic require of|\brequire\("/
/** A short command with all it touches: a key that any host of this machine may see, and what is answered to it. */
const ME_ENVIRONMENT = { INPK_API_KEY: `inpk_test_EMU0000000_${'A'.repeat(43)}=`, INPK_CONFIG_DIR: DIST }
const ME = {
  success: true,
  org_id: 1,
  key: { id: 'key_1', name: 'build', permissions: ['all'], environment: 'test' },
  rate_limits: { per_key_per_minute: 120, per_org_per_minute: 600 },
}
const IN_COMMON_JS = { 'import.meta.dirname': '__dirname', 'import.meta.filename': '__filename' }

if (process.argv.includes('--if-missing') && isFresh()) process.exitCode = 0
else process.exitCode = await build()

async function build() {
  const startedAt = Date.now()
  const temporary = join(ROOT, 'dist', `.build-${process.pid}`)
  mkdirSync(temporary, { recursive: true })
  try {
    await Promise.all([bundle(temporary), bundlePage(join(temporary, 'dashboard'))])
    const declared = declare(join(temporary, 'types'))
    install(temporary)
    if (!declared) return 1
    writeFileSync(STAMP, '')
    // Sources that changed while we built are newer than the stamp says.
    utimesSync(STAMP, new Date(startedAt), new Date(startedAt))
    return 0
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

/** The library is modules, which others can bundle; the program is files of its own, CommonJS where it can be, which node starts sooner. */
async function bundle(outdir) {
  const settings = {
    write: false,
    metafile: true,
    absWorkingDir: ROOT,
    outdir,
    bundle: true,
    platform: 'node',
    target: 'node20',
    external: packagesLeftOut(),
    legalComments: 'inline',
    jsx: 'automatic',
    logLevel: 'warning',
  }
  const split = { ...settings, splitting: true, format: 'esm', chunkNames: 'chunks/[name]-[hash]' }
  await Promise.all([
    bundleAtOnce(settings),
    bundleLibrary({ ...split, entryPoints: LIBRARY }),
    bundleProgram({ ...split, entryPoints: { main: MAIN }, chunkNames: 'program/[name]-[hash]' }),
  ])
}

async function bundleAtOnce(settings) {
  const { build: esbuild } = await import('esbuild')
  const common = { format: 'cjs', outExtension: { '.js': '.cjs' }, plugins: [loadNothingLater()] }
  const { outputFiles } = await esbuild({ ...settings, ...common, entryPoints: [AT_ONCE] })
  for (const { path, text } of outputFiles) write(path, text)
}

async function bundleLibrary(settings) {
  const { build: esbuild } = await import('esbuild')
  const { outputFiles } = await esbuild(settings)
  for (const { path, text } of outputFiles) write(path, withRequire(text))
}

async function bundleProgram(settings) {
  const { build: esbuild, transform } = await import('esbuild')
  const { metafile } = await esbuild(settings)
  const built = await esbuild({ ...settings, plugins: [oneCore(metafile.inputs), startNoPrograms()] })
  const { outputs } = built.metafile
  const quick = quickFiles(outputs)
  for (const { path, text } of built.outputFiles) {
    const linked = text.replace(/"(\.[\w./-]+)\.js"/g, (link, to) => (quick.has(basename(to)) ? `"${to}.cjs"` : link))
    if (quick.has(basename(path, '.js'))) write(path.replace(/js$/, 'cjs'), await toCommonJs(linked, transform))
    else write(path, withRequire(linked.replace(/^import (?:\{([^}]*)\} from )?("[^"]+\.cjs");$/gm, importByRequire)))
  }
  // Code that was kept compiled cannot import by itself.
  write(join(settings.outdir, 'program', 'later.cjs'), 'module.exports = (name) => import(name)\n')
  const core = Object.keys(outputs).find((path) => CORE[0] in outputs[path].inputs)
  await keepCompiled(join(ROOT, core).replace(/js$/, 'cjs'))
}

/** Runs a short command and writes what node compiled for it beside the core, where bin/inpk.js finds it. */
async function keepCompiled(path) {
  // The name stays in what is compiled, and so must be none of this machine.
  const filename = join('inpk', 'dist', 'program', basename(path))
  const script = new Script(Module.wrap(readFileSync(path, 'utf8')), { filename })
  const core = { exports: {} }
  script.runInThisContext()(core.exports, createRequire(path), core, path, dirname(path))
  const { realWorld, runCommandLine, TREE } = core.exports
  const server = createServer((_, response) => response.end(JSON.stringify(ME)))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const silent = { isTerminal: false, columns: () => undefined, write: async () => {} }
  const env = { ...ME_ENVIRONMENT, INPK_BASE_URL: `http://127.0.0.1:${server.address().port}` }
  const world = { ...realWorld(), env, cwd: dirname(path), stdout: silent, stderr: silent }
  const exitCode = await runCommandLine(TREE, ['me'], world)
  server.close()
  if (exitCode === 0)
    writeFileSync(`${path}.${process.version}-${process.platform}-${process.arch}`, script.createCachedData())
}

/** The names of the files that load nothing but each other and node. */
function quickFiles(outputs) {
  const isQuick = (path, seen = new Set()) => {
    if (seen.has(path)) return true
    seen.add(path)
    return outputs[path].imports
      .filter(({ kind }) => kind !== 'dynamic-import')
      .every((each) => (each.external ? each.path.startsWith('node:') : isQuick(each.path, seen)))
  }
  const quick = Object.keys(outputs).filter((path) => isQuick(path))
  return new Set(quick.map((path) => basename(path, '.js')))
}

/**
 * A module as CommonJS without its comments: modules of node are loaded when first used, CommonJS without the loader of modules,
 * and what is exported is one literal.
 */
async function toCommonJs(text, transform) {
  const { code: bare } = await transform(text, { minifyWhitespace: true })
  const { code } = await transform(bare, { format: 'cjs', platform: 'node', target: 'node20', define: IN_COMMON_JS })
  const ofNode = new Set()
  const whenUsed = (_, name, path) => {
    ofNode.add(name)
    return `var ${name}_, ${name} = () => ${name}_ ??= require(${path});`
  }
  const getters = (_, names) =>
    `module.exports = {${names.replace(/(\w+): \(\) => ([\w.]+)/g, 'get $1() { return $2 }')}};`
  return code
    .replace(/^var (import_\w+) = require\(("node:[^"]+")\);$/gm, whenUsed)
    .replace(/\bimport_\w+(?=\.)/g, (name) => (ofNode.has(name) ? `${name}()` : name))
    .replace(/\bimport\(("[^"]+\.cjs")\)/g, 'Promise.resolve().then(() => require($1))')
    .replace(/\bimport\(("[^"]+")\)/g, 'require("./later.cjs")($1)')
    .replace(/^__export\(stdin_exports, \{([^}]*)\}\);\nmodule.exports = .*$/m, getters)
}

/** Node reads CommonJS twice when a module imports it. */
function importByRequire(_, names, path) {
  return names ? `const {${names.replaceAll(' as ', ': ')}} = require(${path});` : `require(${path});`
}

function withRequire(text) {
  return ASKS_FOR_REQUIRE.test(text) ? `${REQUIRE}\n${text}` : text
}

function write(path, text) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** commander asks for child processes at its start, which it needs for commands that are programs of their own; ours are not. */
function startNoPrograms() {
  const load = () => ({
    contents: "exports.spawn = (...given) => process.getBuiltinModule('node:child_process').spawn(...given)",
  })
  return {
    name: 'start-no-programs',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^node:child_process$/ }, ({ path, importer }) =>
        importer.includes('commander') ? { path, namespace: 'later' } : undefined,
      )
      onLoad({ filter: /./, namespace: 'later' }, load)
    },
  }
}

/** What is told at once loads nothing when used. */
function loadNothingLater() {
  const later = ({ kind, path }) => (kind === 'dynamic-import' ? { path, external: true } : undefined)
  return { name: 'nothing-later', setup: ({ onResolve }) => onResolve({ filter: /^\./ }, later) }
}

/**
 * What the program begins with goes into as few files as can be, for each costs a short command as much as its work. Modules that
 * the same entries reach share a file, so everything of the program that is loaded when used is made to reach its beginning.
 */
function oneCore(inputs) {
  const core = new Set([MAIN, ...CORE].flatMap((path) => [...reachedFrom(path, inputs)]))
  const imports = Object.values(inputs).flatMap((each) => each.imports)
  const later = imports.filter(({ kind, external, path }) => kind === 'dynamic-import' && !external && !core.has(path))
  const paths = new Set([MAIN, ...later.map(({ path }) => path)])
  const begin = CORE.map((path) => `import ${JSON.stringify(join(ROOT, path))}\n`).join('')
  return {
    name: 'one-core',
    setup: ({ onLoad }) =>
      onLoad({ filter: /[\\/](src|emulator)[\\/].*\.tsx?$/ }, ({ path }) => {
        if (!paths.has(relative(ROOT, path).replaceAll('\\', '/'))) return undefined
        return { contents: begin + readFileSync(path, 'utf8'), loader: path.endsWith('x') ? 'tsx' : 'ts' }
      }),
  }
}

function reachedFrom(path, inputs, seen = new Set()) {
  if (seen.has(path)) return seen
  seen.add(path)
  const next = inputs[path]?.imports.filter(({ kind, external }) => kind !== 'dynamic-import' && !external) ?? []
  for (const each of next) reachedFrom(each.path, inputs, seen)
  return seen
}

/** All in two files: a browser without a network must find everything here. */
async function bundlePage(outdir) {
  const { build: esbuild } = await import('esbuild')
  await esbuild({
    absWorkingDir: ROOT,
    entryPoints: PAGE_ENTRIES,
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
  })
}

/** The packages that are loaded from where they are installed: all but those that every short command would wait for. */
function packagesLeftOut() {
  const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  return Object.keys({ ...dependencies, ...peerDependencies }).filter((name) => !BUNDLED.has(name))
}

function declare(outdir) {
  const tsc = createRequire(import.meta.url).resolve('typescript/package.json')
  const args = [join(dirname(tsc), 'bin', 'tsc'), '-p', 'tsconfig.build.json', '--outDir', outdir]
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' })
  if (status !== 0) console.error('build: the declarations could not be made; see the errors above')
  return status === 0
}

/** Moves the files into dist/, entries last, and takes away what no build refers to any more. */
function install(temporary) {
  const built = filesUnder(temporary)
  const isEntry = (path) => !path.includes('/') && !path.includes('\\')
  for (const path of built.sort((a, b) => Number(isEntry(a)) - Number(isEntry(b)))) {
    mkdirSync(dirname(join(DIST, path)), { recursive: true })
    renameSync(join(temporary, path), join(DIST, path))
  }
  const kept = new Set(built)
  for (const path of filesUnder(DIST)) {
    if (!kept.has(path) && !path.startsWith('.')) rmSync(join(DIST, path), { force: true })
  }
}

function filesUnder(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(folder.length + 1))
}

function isFresh() {
  if (!existsSync(STAMP)) return false
  const builtAt = statSync(STAMP).mtimeMs
  return SOURCES.map((path) => join(ROOT, path)).every((path) => newestUnder(path) <= builtAt)
}

function newestUnder(path) {
  if (!statSync(path).isDirectory()) return statSync(path).mtimeMs
  return Math.max(0, ...filesUnder(path).map((name) => statSync(join(path, name)).mtimeMs))
}
