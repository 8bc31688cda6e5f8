#!/usr/bin/env node
if (!require('node:fs').existsSync(`${__dirname}/../dist/main.cjs`)) {
  console.error('error: inpk is not built\nRun `npm run build` in its folder, or install the package.\n(NOT_BUILT)')
  process.exit(1)
}
const [only, ...more] = process.argv.slice(2)
if (more.length > 0 || !only?.startsWith('-') || !require('../dist/at-once.cjs').tellAtOnce([only])) {
  const { enableCompileCache } = module.constructor
  if (enableCompileCache) enableCompileCache()
  else require.extensions['.cjs'] = loadCompiled
  require('../dist/main.cjs')
}

/** Node 20 keeps no compiled code: what the build has kept beside a file is used by the very Node that built it. */
function loadCompiled(made, path) {
  const source = require('node:fs').readFileSync(path, 'utf8')
  const cachedData = findCompiled(`${path}.${process.version}-${process.platform}-${process.arch}`)
  if (!cachedData) return made._compile(source, path)
  const { Script } = require('node:vm')
  const script = new Script(module.constructor.wrap(source), { filename: path, cachedData })
  const load = (name) => made.require(name)
  script.runInThisContext()(made.exports, load, made, path, require('node:path').dirname(path))
}

/** What cannot be read is done without. */
function findCompiled(path) {
  const { existsSync, readFileSync } = require('node:fs')
  if (!existsSync(path)) return undefined
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}
