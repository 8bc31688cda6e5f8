import { runCommandLine } from './cli/run.js'
import { realWorld } from './cli/world.js'

runCommandLine(process.argv.slice(2), realWorld()).then((exitCode) => {
  process.exitCode = exitCode
})
