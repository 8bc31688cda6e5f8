import type { Factory } from '../../cli/factory.js'
import { omitUndefined } from '../../cli/omit-undefined.js'
import { choice, integer, name, text, texts } from '../../cli/options.js'
import { onOff } from '../../output/show.js'
import { wrongUsage } from '../../terminal/failure.js'
import { actionCommand, listCommand, recordCommand } from './control-commands.js'
import { byReference, namedArgument, requireSourceId } from './find-control-target.js'

const MONITOR = namedArgument('monitor')
const byName = byReference('monitor')

const ALL = 'all'
const ON_OFF = ['on', 'off'] as const
const QUERY = texts('--query <words>', 'a word or phrase to match; any of them is enough')
const THRESHOLD = integer('--threshold <n>', 'matches needed to raise a flag', { min: 1 })

export const LIST = listCommand('listMonitors', {
  examples: [['emulator monitors list']],
  columns: [
    { key: 'id', title: 'ID', numeric: true },
    { key: 'name', title: 'NAME', flexible: true },
    { key: 'query', title: 'QUERY', flexible: true, show: (query) => (query as string[]).join(', ') },
    { key: 'source_id', title: 'SOURCE', show: (source) => (source === null ? ALL : String(source)) },
    { key: 'match_count', title: 'MATCHES', numeric: true, quantity: true },
    { key: 'threshold', title: 'THRESHOLD', numeric: true, quantity: true },
    { key: 'alerts', title: 'ALERTS', show: onOff },
  ],
  whenEmpty: 'No monitors. `inpk emulator monitors create NAME --query WORDS` creates one.',
})

export const SHOW = recordCommand('getMonitor', {
  examples: [['emulator monitors show 1']],
  arguments: MONITOR,
  input: byName,
})

export const CREATE = recordCommand('createMonitor', {
  examples: [
    ['emulator monitors create Refunds --query refund --query "money back" --threshold 5'],
    ['emulator monitors create Safety --query burn --source 34 --alerts off', 'counts matches but raises no flag'],
  ],
  arguments: [{ name: 'NAME', purpose: 'name of the monitor and of its flags', required: true }],
  options: {
    query: QUERY,
    threshold: { ...THRESHOLD, purpose: 'matches needed to raise a flag (default: 1)' },
    source: name('--source <source>', 'only source to watch, id or name (default: all)', 'sources'),
    alerts: choice('--alerts <on|off>', 'raise flag.raised (default: on)', ON_OFF),
  },
  async input({ args, query, threshold, source, alerts, org }, factory) {
    if (query.length === 0) throw wrongUsage('a monitor needs a query', 'Give --query, one or more times.')
    const where = source === undefined ? {} : { source_id: await sourceId(source, org, factory) }
    return {
      body: { name: args[0]!, query: [...query], threshold: threshold ?? 1, alerts: alerts !== 'off', ...where },
    }
  },
})

export const UPDATE = recordCommand('updateMonitor', {
  examples: [['emulator monitors update 1 --threshold 20'], ['emulator monitors update 1 --source all --alerts on']],
  arguments: MONITOR,
  options: {
    name: text('--name <name>', 'new name'),
    query: QUERY,
    threshold: THRESHOLD,
    source: name('--source <source>', `only source to watch (id or name), or ${ALL}`, 'sources'),
    alerts: choice('--alerts <on|off>', 'raise flag.raised', ON_OFF),
  },
  async input(input, factory) {
    const { name, threshold, source, org } = input
    const query = input.query.length > 0 ? [...input.query] : undefined
    const alerts = input.alerts === undefined ? undefined : input.alerts === 'on'
    const where = source === undefined ? {} : { source_id: await sourceId(source, org, factory) }
    const body = { ...omitUndefined({ name, query, threshold, alerts }), ...where }
    if (Object.keys(body).length === 0) {
      throw wrongUsage('nothing to change', 'Give --name, --query, --threshold, --source or --alerts.')
    }
    return { ...(await byName(input, factory)), body }
  },
})

export const DELETE = actionCommand('deleteMonitor', {
  examples: [['emulator monitors delete 1']],
  arguments: MONITOR,
  input: byName,
  done: (id) => `Deleted monitor ${id}.`,
})

async function sourceId(reference: string, org: string | undefined, factory: Factory): Promise<string | null> {
  return reference === ALL ? null : requireSourceId(reference, org, factory)
}
