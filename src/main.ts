import { processEnvironment } from './cli/environment.js'
import { runCommandLine } from './cli/run.js'
import { TREE } from './commands/tree.js'

runCommandLine(TREE, process.argv.slice(2), processEnvironment()).then((exitCode) => {
  process.exitCode = exitCode
})
