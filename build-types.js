// Writes the types of the library: what the compiler declares, in one file for each module that can be imported.
import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { rolldown } from 'rolldown'
import { dts } from 'rolldown-plugin-dts'

/** Writes `dir/NAME.d.ts` for each of the modules, sources by name; false if the compiler finds errors, which it prints. */
export async function writeTypes(root, modules, dir) {
  const declared = join(dir, 'declared')
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc')
  const args = [tsc, '-p', 'tsconfig.build.json', '--outDir', declared]
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) return false
  const files = new Map(
    Object.entries(modules).map(([name, path]) => [join(declared, path.replace(/ts$/, 'd.ts')), name]),
  )
  for (const [file, name] of files) {
    const made = await rolldown({
      input: { [name]: file },
      plugins: [importModules(files), dts({ dtsInput: true, tsconfig: false })],
      external: (id) => /^[a-z@]/.test(id),
      // Without the paths of the files that it is made of.
      experimental: { attachDebugInfo: 'none' },
      logLevel: 'warn',
    })
    const { output } = await made.generate({ format: 'es' })
    await made.close()
    // The bundler leaves a comment on the line of what stands before it, where editors do not take it for the next member's.
    const code = output[0].code.replace(/(\S) *(\/\*\*)/g, '$1\n$2')
    writeFileSync(join(dir, `${name}.d.ts`), code.replace(/\/\*\*.*?\*\//gs, withoutCitations))
  }
  rmSync(declared, { recursive: true })
  return true
}

/** Turns imports of another module into imports of its types, that a type is declared once. `names` of the modules by their files. */
function importModules(names) {
  return {
    name: 'import-modules',
    resolveId(path, importer) {
      if (importer === undefined || !path.startsWith('.')) return undefined
      const name = names.get(join(dirname(importer), path.replace(/js$/, 'd.ts')))
      return name ? { id: `./${name}.js`, external: true } : undefined
    },
  }
}

/** A rule of the interface by its id, or several. */
const RULES = '[A-Z]{2,4}-\\d+(?:(?:, | to | and )[A-Z]{2,4}-\\d+)*'
const CITATION = new RegExp(`\\s\\((?:(?:interface|threats|[a-z]+\\.md)\\b[^()]*|${RULES})\\)`, 'g')

/** A comment without what it cites: the specification documents of the service are not in the package. */
function withoutCitations(comment) {
  return comment.replace(CITATION, '').replace(new RegExp(`\\(${RULES}; `, 'g'), '(')
}
