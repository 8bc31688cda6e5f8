// Builds dist/: the program, the library, the emulator, its web page and the webhook functions, with their declarations.
// `--if-missing` does nothing when dist/ is newer than every source. Two builds at once do not disturb each other:
// each writes to a folder of its own and moves whole files, the ones that nothing refers to yet first.
import { spawnSync } from 'node:child_process'
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
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = dirname(fileURLToPath(import.meta.url))
const DIST = join(ROOT, 'dist')
const STAMP = join(DIST, '.built')
const SOURCES = ['src', 'emulator', 'build.js', 'package.json', 'tsconfig.json', 'tsconfig.build.json']
/** Told before anything is loaded; CommonJS starts sooner. */
const AT_ONCE = 'src/at-once.ts'
const CORE = 'src/cli/run.ts'
const ENTRIES = {
  main: 'src/main.ts',
  index: 'src/index.ts',
  emulator: 'emulator/index.ts',
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
const ASKS_FOR_REQUIRE = 'Dynamic require of'

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

async function bundle(outdir) {
  const { build: esbuild } = await import('esbuild')
  const settings = {
    write: false,
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
  const split = {
    ...settings,
    entryPoints: ENTRIES,
    splitting: true,
    format: 'esm',
    chunkNames: 'chunks/[name]-[hash]',
  }
  const { metafile } = await esbuild({ ...split, metafile: true })
  const modules = await esbuild({ ...split, plugins: [oneCore(metafile.inputs), startNoPrograms()] })
  const atOnce = {
    entryPoints: [AT_ONCE],
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    plugins: [loadNothingLater()],
  }
  const { outputFiles } = await esbuild({ ...settings, ...atOnce })
  for (const { path, text } of [...modules.outputFiles, ...outputFiles]) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text.includes(ASKS_FOR_REQUIRE) ? `${REQUIRE}\n${text}` : text)
  }
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
  const core = reachedFrom(ENTRIES.main, inputs)
  const later = Object.values(inputs).flatMap(({ imports }) => imports.filter(({ kind }) => kind === 'dynamic-import'))
  const paths = new Set(later.map(({ path }) => path).filter((path) => path.startsWith('src/') && !core.has(path)))
  const begin = `import ${JSON.stringify(join(ROOT, CORE))}\n`
  return {
    name: 'one-core',
    setup: ({ onLoad }) =>
      onLoad({ filter: /[\\/]src[\\/].*\.tsx?$/ }, ({ path }) => {
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
