import { runCommandLine } from './cli/run.js'
import { realWorld } from './cli/world.js'

process.exitCode = await runCommandLine(process.argv.slice(2), realWorld())
