import { omitUndefined } from '../../cli/omit-undefined.js'
import { flag, text, texts } from '../../cli/options.js'
import { readTextOf } from '../../cli/read-file.js'
import type { ControlResultOf } from '../../contract/control/index.js'
import { EVENT_NAMES, type EventName } from '../../contract/events.js'
import { wrongUsage } from '../../terminal/failure.js'
import { requireWord } from '../../terminal/require-word.js'
import { actionCommand, byId, ID_ARGUMENT, listCommand, recordCommand } from './control-commands.js'

const EVENTS = { ...texts('--event <event>', 'an event to send'), choices: EVENT_NAMES }

export const LIST = listCommand('listSubscriptions', {
  examples: [['emulator subscriptions list']],
  columns: [
    { key: 'id', title: 'ID', numeric: true },
    { key: 'url', title: 'TARGET', flexible: true },
    { key: 'events', title: 'EVENTS', flexible: true, show: (events) => (events as string[]).join(', ') },
    { key: 'state', title: 'STATE' },
    { key: 'failure_count', title: 'FAILURES', numeric: true, quantity: true },
  ],
  whenEmpty: 'No subscriptions. `inpk emulator subscriptions create URL` creates one.',
})

export const SHOW = recordCommand('getSubscription', {
  examples: [['emulator subscriptions show 1']],
  arguments: ID_ARGUMENT,
  input: byId,
})

export const CREATE = recordCommand('createSubscription', {
  examples: [
    ['emulator subscriptions create http://127.0.0.1:8080/hook --local'],
    ['emulator subscriptions create https://example.com/hook --event analysis.completed --jq .secret'],
  ],
  arguments: [{ name: 'URL', purpose: 'the target; https, or http on this machine with --local', required: true }],
  options: {
    event: { ...EVENTS, purpose: 'event to send, repeatable (default: all)' },
    local: flag('--local', 'a receiver on this machine, which may use http'),
    ca: text('--ca <file>', 'certificate authority of a local receiver, PEM'),
  },
  input: async ({ args, event, local, ca }, { environment }) => ({
    body: {
      url: args[0]!,
      events: requireEvents(event.length > 0 ? event : EVENT_NAMES),
      ...(local ? { local } : {}),
      ...(ca === undefined ? {} : { ca: await readTextOf(environment, ca) }),
    },
  }),
  view: secretView,
})

export const UPDATE = recordCommand('updateSubscription', {
  examples: [['emulator subscriptions update 1 --event content.pushed --event analysis.completed']],
  arguments: ID_ARGUMENT,
  options: { url: text('--url <url>', 'new target URL'), event: EVENTS },
  input(input) {
    const events = input.event.length > 0 ? requireEvents(input.event) : undefined
    const body = omitUndefined({ url: input.url, events })
    if (Object.keys(body).length === 0) throw wrongUsage('nothing to change', 'Give --url or --event.')
    return { ...byId(input), body }
  },
})

export const PAUSE = recordCommand('updateSubscription', {
  examples: [['emulator subscriptions pause 1']],
  arguments: ID_ARGUMENT,
  input: (input) => ({ ...byId(input), body: { state: 'paused' as const } }),
  view: ({ id }) => [`Subscription ${id} is paused; pending deliveries are cancelled.`],
})

export const RESUME = recordCommand('updateSubscription', {
  examples: [['emulator subscriptions resume 1', 'also resets its failure count']],
  arguments: ID_ARGUMENT,
  input: (input) => ({ ...byId(input), body: { state: 'active' as const } }),
  view: ({ id }) => [`Subscription ${id} is active.`],
})

export const DELETE = actionCommand('deleteSubscription', {
  examples: [['emulator subscriptions delete 1']],
  arguments: ID_ARGUMENT,
  input: byId,
  done: (id) => `Deleted subscription ${id}.`,
})

export const SECRET = recordCommand('regenerateSecret', {
  examples: [['emulator subscriptions secret 1', 'replace the secret; the old one stops working']],
  arguments: ID_ARGUMENT,
  input: byId,
  view: secretView,
})

export const TEST = recordCommand('testSubscription', {
  examples: [['emulator subscriptions test 1']],
  arguments: ID_ARGUMENT,
  input: byId,
  view: ({ id, subscription_id: to }) => [`Sent a test delivery (${id}) to subscription ${to}.`],
  hints: ({ id }) => [`\`inpk webhooks deliveries ${id}\` shows the result.`],
})

/** The secret is shown here and never again. */
function secretView({ id, url, secret }: ControlResultOf<'createSubscription'>): string[] {
  return [`Subscription ${id}: ${url}`, `Secret ${secret}`, "It won't be shown again."]
}

/** Words that are events, each once. Refuses another word. */
export function requireEvents(words: readonly string[]): EventName[] {
  return [...new Set(words.map((word) => requireWord(word, EVENT_NAMES, 'event')))]
}
