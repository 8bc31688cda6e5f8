import { grouped } from '../../base/count.js'
import { type CommandInput, command } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import { flag, integer, positiveDuration, requiredText, text } from '../../cli/options.js'
import { OUTPUT_FORMATS } from '../../output/format.js'
import { presented, type Result } from '../../output/outcome.js'
import { EXIT } from '../../terminal/exit-codes.js'
import { Failure, wrongUsage } from '../../terminal/failure.js'
import { showWaiting } from '../../ui/waiting.js'
import type { ProveReport } from '../../webhooks/prove/prove.js'
import { contractOf } from '../contract-of.js'
import { ORGANIZATION_OPTION } from '../emulator/emulator-options.js'
import { deliveryForm } from './delivery-form.js'
import { explainStop } from './prove/explain-stop.js'
import { openSubject } from './prove/open-subject.js'
import { proveData, proveJUnit, proveView, type Shown } from './prove/report.js'
import { requireOneStdin } from './read-delivery.js'
import { readSigningSecrets, SECRET_OPTIONS } from './secrets.js'
import { requireReceiverUrl } from './send-delivery.js'

const ORDERS = 2_000
const BUDGET_MS = 60_000
const MOST_SEED = 0xffff_ffff

const OPTIONS = {
  scenario: text('--scenario <path>', 'events to deliver: a list (YAML, JSON), or saved deliveries; - reads stdin'),
  recorded: flag('--recorded', 'deliver what the running emulator has delivered'),
  stateCommand: requiredText('--state-command <command>', "print the receiver's state; or a URL to GET it from"),
  resetCommand: requiredText(
    '--reset-command <command>',
    'reset the receiver to its initial state; or a URL to POST to',
  ),
  settle: positiveDuration(
    '--settle <duration>',
    'wait before the state is read, for work done after the response (default: 0s)',
  ),
  orders: integer('--orders <n>', `how many orders to play (default: ${ORDERS})`, { min: 1, max: 1_000_000 }),
  budget: positiveDuration('--budget <duration>', 'longest time to play them (default: 60s)'),
  seed: integer('--seed <n>', 'choose other orders (default: 1)', { max: MOST_SEED }),
  ...SECRET_OPTIONS,
  ...ORGANIZATION_OPTION,
}

const LOCAL = 'webhooks prove http://127.0.0.1:8080/webhooks --secret-env WEBHOOK_SECRET'

export const COMMAND = command({
  examples: [
    [
      `${LOCAL} --scenario events.yaml --state-command ./dump.sh --reset-command ./reset.sh`,
      'find the fewest deliveries that bring a receiver into a wrong state',
    ],
    [
      `${LOCAL} --recorded --state-command http://127.0.0.1:8080/state --reset-command http://127.0.0.1:8080/reset`,
      'play what the emulator delivered; read and reset the state by HTTP',
    ],
  ],
  arguments: [{ name: 'URL', purpose: 'the receiver to prove', required: true }],
  options: OPTIONS,
  outputs: OUTPUT_FORMATS,
  groups: {
    Scenario: ['scenario', 'recorded', 'org'],
    State: ['stateCommand', 'resetCommand', 'settle'],
    Search: ['orders', 'budget', 'seed'],
  },
  excludes: [['scenario', 'recorded']],
  needs: [['org', 'recorded']],
  run: proveUrl,
})

/** Plays a scenario to a receiver in the orders that the interface allows: exit code 11 where one ends in another state. */
async function proveUrl(input: CommandInput<typeof OPTIONS>, factory: Factory): Promise<Result> {
  const url = requireReceiverUrl(input.args[0]!)
  const { environment, signal } = factory
  requireOneStdin([input.scenario, ...input.secretFile])
  const subject = await openSubject(url, await readGiven(input, factory), factory)
  const { orders = ORDERS, budget: budgetMs = BUDGET_MS, seed = 1 } = input
  const startedAt = environment.now()
  const startMs = environment.monotonic()
  const { proveReceiver } = await import('../../webhooks/prove/prove.js')
  const display = await showWaiting(factory)
  let report: ProveReport
  try {
    report = await proveReceiver(subject, {
      orders,
      budgetMs,
      seed,
      signal,
      monotonic: environment.monotonic,
      onProgress: ({ played, planned, shrinking }) => {
        const done = `${grouped(played)} of ${grouped(planned)} orders played`
        display.update({ text: shrinking ? `${done}; shrinking the one that failed` : done, share: played / planned })
      },
    })
  } catch (error) {
    throw explainStop(error, subject)
  } finally {
    await display.close()
  }
  const ms = Math.round(environment.monotonic() - startMs)
  const shown: Shown = { url, events: subject.events, ids: subject.ids, seed, startedAt, ms, ...report }
  const exitCode = report.counterexample ? EXIT.checkFailed : EXIT.done
  const view = presented({ data: proveData(shown), shown, view: proveView, exitCode })
  return { ...view, junit: () => proveJUnit(shown) }
}

/** What the options say: the events, the secret, the commands. Refuses what can't be combined before anything is sent. */
async function readGiven(input: CommandInput<typeof OPTIONS>, factory: Factory) {
  const { scenario, recorded, org, stateCommand, resetCommand, settle: settleMs = 0 } = input
  if (scenario === undefined && !recorded) {
    throw wrongUsage('no scenario given', 'Give --scenario PATH, or --recorded for what the emulator has delivered.')
  }
  const [secret, ...more] = await readSigningSecrets(input, factory)
  if (more.length > 0) throw wrongUsage('several secrets given, but only one can sign', 'Name one.')
  const form = await deliveryForm(factory)
  const { readScenario, recordedScenario } = await import('./prove/read-scenario.js')
  const events =
    scenario === undefined ? await recordedScenario(org, factory, form) : await readScenario(scenario, factory, form)
  const unsigned = events.find(({ headers }) => headers?.['x-service-signature'] === undefined)
  if (!secret && unsigned) {
    throw new Failure({
      exit: 'usage',
      code: 'SECRET_MISSING',
      message: `${unsigned.name} has to be signed, and no secret was named`,
      hint: "Name the receiver's secret with --secret-env or --secret-file.",
    })
  }
  const { values } = await contractOf(await factory.settingsUnsaid())
  const freshTimes = values['webhook-retry-bytes'].rule === 'fresh'
  return { events, attempt: { form, secret: secret?.value, freshTimes }, stateCommand, resetCommand, settleMs }
}
