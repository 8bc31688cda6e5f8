#!/usr/bin/env node
if (!require('node:fs').existsSync(`${__dirname}/../dist/program/main.cjs`)) {
  console.error('error: inpk is not built\nRun `npm run build` in its folder, or install the package.\n(NOT_BUILT)')
  process.exit(1)
}
const [only, ...more] = process.argv.slice(2)
if (more.length > 0 || !only?.startsWith('-') || !require('../dist/program/fast-path.cjs').printFast([only])) {
  // Node 20 keeps no compiled code.
  module.constructor.enableCompileCache?.()
  require('../dist/program/main.cjs')
}
