import { type CommandInput, command } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import { findHealth } from '../../cli/find-health.js'
import { DATA_OPTION, findNamedUrl, findRunning, whereText } from '../../cli/find-running.js'
import { duration } from '../../cli/options.js'
import { type Result, result } from '../../output/outcome.js'
import { span } from '../../output/show.js'
import { EXIT } from '../../terminal/exit-codes.js'
import { pollUntil } from '../poll.js'
import { askNamed, type NamedEmulator } from './health.js'

const DEFAULT_MS = 30_000

const OPTIONS = {
  ...DATA_OPTION,
  within: duration('--within <duration>', 'how long to wait (default: 30s); then exit code 12'),
}

export const COMMAND = command({
  examples: [['emulator wait'], ['emulator wait --base-url http://127.0.0.1:4700 --within 1m']],
  options: OPTIONS,
  run: waitUntilReady,
})

/** Waits for the emulator at the address given, else for the one a command would find. */
async function waitUntilReady({ data, within }: CommandInput<typeof OPTIONS>, outer: Factory): Promise<Result> {
  const factory = outer.within(within ?? DEFAULT_MS)
  const { environment, globals } = factory
  const given = globals.baseUrl ?? (data === undefined ? environment.env.INPK_BASE_URL || undefined : undefined)
  const url = findNamedUrl(factory)
  const find = async () => (url === undefined ? findRunning(environment, data) : await findAnswering(factory, url))
  const ask = async () => {
    const baseUrl = given ?? (await find())?.base_url
    const health = baseUrl === undefined ? undefined : await findHealth(factory, baseUrl)
    return health && { base_url: baseUrl!, ...health }
  }
  const isDone = (answer: Awaited<ReturnType<typeof ask>>) => answer !== undefined
  const { answer } = await pollUntil(factory, { ask, isDone })
  if (answer) return result(answer, (shown) => [`The emulator is ready at ${shown!.base_url}.`])
  const address = given ?? url ?? findRunning(environment, data)?.base_url
  const what = address === undefined ? `is running ${whereText(data)}` : `answered at ${address}`
  return result(
    { status: 'unreachable' },
    () => [`No emulator ${what} (waited ${span(within ?? DEFAULT_MS)}).`],
    EXIT.stillPending,
  )
}

/** Whatever else answers at first, as a proxy in front of it, is something to wait out. */
async function findAnswering(factory: Factory, url: string): Promise<NamedEmulator | undefined> {
  try {
    return await askNamed(factory, url)
  } catch {
    factory.signal.throwIfAborted()
    return undefined
  }
}
