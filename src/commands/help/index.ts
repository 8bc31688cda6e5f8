import { didYouMean } from '../../base/nearest.js'
import { type CommandInput, command, type NoOptions } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import { helpFor } from '../../cli/help.js'
import { locateCommand } from '../../cli/locate.js'
import { type Result, result } from '../../output/outcome.js'
import { wrongUsage } from '../../terminal/failure.js'
import { layoutWidth } from '../../terminal/style.js'
import type { Topic } from './topics.js'

interface TopicEntry {
  purpose: string
  load(): Promise<Topic>
}

const TOPICS: Record<string, TopicEntry> = {
  options: {
    purpose: 'Options that every command takes',
    load: async () => (await import('./topics.js')).OPTIONS_TOPIC,
  },
  'exit-codes': {
    purpose: 'What exit codes mean',
    load: async () => (await import('./topics.js')).EXIT_CODES_TOPIC,
  },
  environment: {
    purpose: 'Environment variables, and which setting wins',
    load: async () => (await import('./topics.js')).ENVIRONMENT_TOPIC,
  },
  output: {
    purpose: 'Output formats and filters',
    load: async () => (await import('./topics.js')).OUTPUT_TOPIC,
  },
  mapping: {
    purpose: 'How columns become items',
    load: async () => (await import('./topics.js')).MAPPING_TOPIC,
  },
  caps: {
    purpose: 'Limits on how much is kept',
    load: async () => (await import('./topics.js')).CAPS_TOPIC,
  },
  languages: {
    purpose: 'Languages in which the emulator judges sentiment',
    load: async () => (await import('./topics.js')).LANGUAGES_TOPIC,
  },
  facts: {
    purpose: 'How a service that differs is described, and learned',
    load: async () => (await import('./facts.js')).FACTS_TOPIC,
  },
  assumptions: {
    purpose: 'What the interface leaves open, and what is assumed',
    load: async () => (await import('./assumptions.js')).ASSUMPTIONS_TOPIC,
  },
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

async function showHelp({ args }: CommandInput<NoOptions>, { environment, tree }: Factory): Promise<Result> {
  const entry = args.length === 1 && Object.hasOwn(TOPICS, args[0]!) ? TOPICS[args[0]!] : undefined
  if (entry) {
    const topic = await entry.load()
    return result(topic.data(), (_, style) => topic.lines(style))
  }
  const located = locateCommand(tree, args)
  const unknown = located.rest[0]
  if (unknown !== undefined) {
    const known = [...Object.keys(tree), ...Object.keys(TOPICS)]
    throw wrongUsage(
      `no help on "${args.join(' ')}"`,
      didYouMean(unknown, known) ?? `Topics: ${Object.keys(TOPICS).join(', ')}.`,
    )
  }
  const width = layoutWidth(environment.stdout.columns(), environment.env)
  const lines = await helpFor(located, width)
  return result({ lines }, (shown) => shown.lines)
}
