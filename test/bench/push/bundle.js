import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'

/** Bundles one of our benches to a folder, packages included; the path of the program. */
export function bundle(folder, name) {
  const outfile = join(folder, `${name}.mjs`)
  const entry = fileURLToPath(new URL(`./${name}.ts`, import.meta.url))
  const target = { bundle: true, platform: 'node', format: 'esm', target: 'node20', logLevel: 'error' }
  const banner = { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)" }
  buildSync({ entryPoints: [entry], outfile, banner, ...target })
  return outfile
}
