// Bundles a bench to a temporary folder and runs it: `node test/bench/run.js analysis [arguments]`.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { buildSync } from 'esbuild'

const [name = '', ...rest] = process.argv.slice(2)
const here = dirname(fileURLToPath(import.meta.url))
const source = join(here, `${name}.ts`)
const folder = mkdtempSync(join(tmpdir(), 'inpk-bench-'))
try {
  const outfile = join(folder, `${name}.mjs`)
  buildSync({
    entryPoints: [source],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    loader: { '.tsv': 'text' },
    // The bundle lies elsewhere: what it reads beside its source is found from here.
    define: { 'import.meta.url': JSON.stringify(pathToFileURL(source).href) },
    banner: {
      js: "import { createRequire as createRequireHere } from 'node:module'; const require = createRequireHere(import.meta.url)",
    },
    logLevel: 'error',
  })
  process.exitCode = spawnSync(process.execPath, [outfile, ...rest], { stdio: 'inherit' }).status ?? 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
