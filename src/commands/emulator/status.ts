import { type CommandInput, command } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import { findHealth } from '../../cli/find-health.js'
import { DATA_OPTION, findNamedUrl, findRunning, whereText } from '../../cli/find-running.js'
import { UnreachableError } from '../../client/errors.js'
import { type Result, result } from '../../output/outcome.js'
import { EXIT } from '../../terminal/exit-codes.js'
import { hintForCommands } from '../../terminal/translate-text.js'
import { askNamed } from './health.js'
import { runningView } from './status-view.js'

export const COMMAND = command({
  examples: [['emulator status'], ['emulator status --jq .base_url']],
  options: DATA_OPTION,
  run: showStatus,
})

/** Exit code 0 when it runs and answers, 9 when not. */
function showStatus({ data }: CommandInput<typeof DATA_OPTION>, factory: Factory): Promise<Result> {
  const url = findNamedUrl(factory)
  return url === undefined ? statusHere(data, factory) : statusAt(url, factory)
}

async function statusHere(data: string | undefined, factory: Factory): Promise<Result> {
  const running = findRunning(factory.environment, data)
  if (!running)
    return result({ running: false }, () => [`No emulator is running ${whereText(data)}.`], EXIT.unreachable)
  const health = await findHealth(factory, running.base_url)
  const facts = { running: true, answers: health?.pid === running.pid, ...running, version: health?.version ?? null }
  if (facts.answers) return result(facts, runningView)
  const view = () => [`The emulator (pid ${running.pid}) does not answer at ${running.base_url}.`]
  return result(facts, view, EXIT.unreachable)
}

async function statusAt(url: string, factory: Factory): Promise<Result> {
  try {
    return result({ running: true, answers: true, ...(await askNamed(factory, url)) }, runningView)
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error
    // With a hint, something does listen there: a certificate that is not trusted, for example.
    const hint = hintForCommands(error)
    const reason = hint === undefined ? [] : [error.message, hint]
    const view = () => [`No emulator responds at ${url} (INPK_EMULATOR_URL).`, ...reason]
    return result({ running: false, dashboard_url: url }, view, EXIT.unreachable)
  }
}
