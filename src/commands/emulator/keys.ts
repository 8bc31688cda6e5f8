import { omitUndefined } from '../../cli/omit-undefined.js'
import { choice, integer, text } from '../../cli/options.js'
import type { ControlResultOf } from '../../contract/control/index.js'
import { LIMITS } from '../../contract/limits.js'
import { ENVIRONMENTS, SCOPES } from '../../contract/scopes.js'
import { wrongUsage } from '../../terminal/failure.js'
import { actionCommand, listCommand, recordCommand } from './control-commands.js'
import { byReference, namedArgument, requireNamedId } from './find-control-target.js'

const KEY = namedArgument('key')
const byName = byReference('key')

const PER_MINUTE = integer('--rate-limit <n>', 'requests per minute', {
  min: LIMITS.perKeyPerMinute.min,
  max: LIMITS.perKeyPerMinute.max,
})

export const LIST = listCommand('listKeys', {
  examples: [['emulator keys list'], ['emulator keys list --org 2 --json']],
  columns: [
    { key: 'id', title: 'ID' },
    { key: 'label', title: 'LABEL', flexible: true },
    { key: 'environment', title: 'ENVIRONMENT' },
    { key: 'scope', title: 'SCOPE' },
    { key: 'rate_limit_per_minute', title: 'PER MINUTE', numeric: true, quantity: true },
    { key: 'state', title: 'STATE' },
    { key: 'usage', title: 'REQUESTS', numeric: true, show: (usage) => String((usage as { total: number }).total) },
  ],
  whenEmpty: 'No keys.',
})

export const SHOW = recordCommand('getKey', {
  examples: [['emulator keys show EMUabcdefg']],
  arguments: KEY,
  input: byName,
})

export const CREATE = recordCommand('createKey', {
  examples: [
    ['emulator keys create "Nightly import" --scope push'],
    ['emulator keys create CI --environment live --scope all --rate-limit 300 --jq .api_key'],
  ],
  arguments: [{ name: 'LABEL', purpose: 'what the key is for', required: true }],
  options: {
    scope: choice('--scope <scope>', 'scope (default: push)', SCOPES),
    environment: choice(
      '--environment <environment>',
      'kind of key (default: test, which is never charged)',
      ENVIRONMENTS,
    ),
    rateLimit: { ...PER_MINUTE, purpose: `requests per minute (default: ${LIMITS.perKeyPerMinute.default})` },
    member: text(
      '--member <member>',
      'the member it is bound to, id or name, for mcp_read (default: 1, the first one)',
    ),
  },
  async input({ args, scope = 'push', environment = 'test', rateLimit, member, org }, factory) {
    const member_id = member === undefined ? undefined : await requireNamedId('member', member, org, factory)
    return {
      body: { label: args[0]!, scope, environment, ...omitUndefined({ rate_limit_per_minute: rateLimit, member_id }) },
    }
  },
  view: keyView,
})

export const UPDATE = recordCommand('updateKey', {
  examples: [['emulator keys update EMUabcdefg --rate-limit 300'], ['emulator keys update EMUabcdefg --label "Old"']],
  arguments: KEY,
  options: { label: text('--label <label>', 'new label'), rateLimit: PER_MINUTE },
  async input(input, factory) {
    const body = omitUndefined({ label: input.label, rate_limit_per_minute: input.rateLimit })
    if (Object.keys(body).length === 0) throw wrongUsage('nothing to change', 'Give --label or --rate-limit.')
    return { ...(await byName(input, factory)), body }
  },
})

export const REVOKE = actionCommand('revokeKey', {
  examples: [['emulator keys revoke EMUabcdefg']],
  arguments: KEY,
  input: byName,
  done: (id) => `Revoked key ${id}.`,
})

export const ROTATE = recordCommand('rotateKey', {
  examples: [['emulator keys rotate EMUabcdefg --jq .api_key']],
  arguments: KEY,
  input: byName,
  view: keyView,
})

/** The key itself is shown here and never again (KEY-12). */
function keyView({ id, label, scope, environment, api_key }: ControlResultOf<'createKey'>): string[] {
  return [`Key ${id} (${label}): scope ${scope}, ${environment}`, api_key, "It won't be shown again."]
}
