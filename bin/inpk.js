#!/usr/bin/env node
if (!require('../dist/at-once.cjs').tellAtOnce(process.argv.slice(2))) {
  require('node:module').enableCompileCache?.()
  import('../dist/main.js')
}
