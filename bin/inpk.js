#!/usr/bin/env node
if (!require('../dist/at-once.cjs').tellAtOnce(process.argv.slice(2))) import('../dist/main.js')
