import { processEnvironment } from './cli/environment.js'
import { runCommandLine } from './cli/run.js'
// Run most often for its answer alone, and so in the file that every command loads.
import './commands/me.js'
import { TREE } from './commands/tree.js'

runCommandLine(TREE, process.argv.slice(2), processEnvironment()).then((exitCode) => {
  process.exitCode = exitCode
})
