import type { Factory } from '../cli/factory.js'
import { locateCommand } from '../cli/locate.js'
import { parseCommandLine } from '../cli/parse.js'
import { requireExistingCommand } from '../cli/require-command.js'
import type { CommandOutcome } from '../output/outcome.js'

/** Runs a command line inside another command, with that one's factory; nothing is printed, the outcome is handed back. */
export async function runInside(argv: readonly string[], factory: Factory): Promise<CommandOutcome> {
  const located = locateCommand(factory.tree, argv)
  const leaf = requireExistingCommand(located)
  if (!leaf) throw new Error(`unknown command ${argv.join(' ')}`)
  const { COMMAND: command } = await leaf.load()
  return command.run(parseCommandLine(located.path, command, located.rest).input, factory)
}
