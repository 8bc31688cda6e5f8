import { runCommandLine } from './cli/run.js'
import { realWorld } from './cli/world.js'
import { TREE } from './commands/tree.js'

runCommandLine(TREE, process.argv.slice(2), realWorld()).then((exitCode) => {
  process.exitCode = exitCode
})
