import { command, type Input, type NoOptions } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import { wrongUsage } from '../../cli/failure.js'
import { helpFor } from '../../cli/help.js'
import { locateCommand } from '../../cli/locate.js'
import { didYouMean } from '../../cli/nearest.js'
import { TREE } from '../../cli/tree.js'
import { type Result, result } from '../../output/outcome.js'
import { layoutWidth } from '../../output/style.js'
import { ASSUMPTIONS_TOPIC } from './assumptions.js'
import { ENVIRONMENT_TOPIC } from './environment.js'
import { EXIT_CODES_TOPIC } from './exit-codes.js'
import { MAPPING_TOPIC } from './mapping.js'
import { OUTPUT_TOPIC } from './output.js'
import type { Topic } from './topic.js'

const TOPICS: Record<string, Topic> = {
  'exit-codes': EXIT_CODES_TOPIC,
  environment: ENVIRONMENT_TOPIC,
  output: OUTPUT_TOPIC,
  mapping: MAPPING_TOPIC,
  assumptions: ASSUMPTIONS_TOPIC,
}

export const COMMAND = command({
  examples: [['help push'], ...Object.entries(TOPICS).map(([name, { purpose }]) => [`help ${name}`, purpose] as const)],
  arguments: [
    {
      name: 'TOPIC',
      purpose: `a command, or ${Object.keys(TOPICS).join(', ')}`,
      variadic: true,
      choices: Object.keys(TOPICS),
    },
  ],
  options: {},
  run: showHelp,
})

async function showHelp({ args }: Input<NoOptions>, { world }: Factory): Promise<Result> {
  const topic = args.length === 1 && Object.hasOwn(TOPICS, args[0]!) ? TOPICS[args[0]!] : undefined
  if (topic) return result(topic.data(), (_, style) => topic.lines(style))
  const located = locateCommand(TREE, args)
  const unknown = located.rest[0]
  if (unknown !== undefined) {
    const known = [...Object.keys(TREE), ...Object.keys(TOPICS)]
    throw wrongUsage(`there is no help on ${args.join(' ')}`, didYouMean(unknown, known))
  }
  const width = layoutWidth(world.stdout.columns(), world.env)
  const { lines } = await helpFor({ ...located, rest: ['--help'] }, width)
  return result({ lines }, (shown) => shown.lines)
}
