import { isObject } from '../../base/is-object.js'
import { askYesNo, canAsk } from '../../cli/ask.js'
import { type CommandInput, command } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import { DATA_OPTION } from '../../cli/find-running.js'
import { omitUndefined } from '../../cli/omit-undefined.js'
import { choice, integer, type OptionSpec, text, type ValuesOf } from '../../cli/options.js'
import type { ControlBodyOf, ControlResultOf } from '../../contract/control/index.js'
import { LIMITS } from '../../contract/limits.js'
import { type Result, result } from '../../output/outcome.js'
import { day, onOff, pointsText } from '../../output/show.js'
import { wrongUsage } from '../../terminal/failure.js'
import { declined, unanswered } from '../confirm.js'
import { callControl, listCommand } from './control-commands.js'
import { explainRefusal, readDocument } from './document-file.js'
import { EMULATOR_OPTIONS } from './emulator-options.js'
import { CLOCK } from './start-options.js'

type Settings = NonNullable<ControlBodyOf<'updateOrganization'>>

const PLAN: OptionSpec<Settings['plan']> = {
  flags: '--plan <plan>',
  purpose: 'free, or the analysis points per month',
  read(value) {
    if (value === 'free') return 'free'
    if (/^\d+(\.\d+)?$/.test(value)) return { limit: Number(value) }
    throw wrongUsage('must be free or a number of analysis points')
  },
}

const SETTINGS = {
  plan: PLAN,
  perMinute: integer('--per-minute <n>', 'requests per minute for the whole organisation', { min: 1 }),
  rateLimits: choice('--rate-limits <on|off>', 'enforce rate limits', ['on', 'off']),
  inviteQuota: integer('--invite-quota <n>', 'invites per month'),
  randomSeed: integer('--random-seed <n>', 'make ids and keys reproducible', { max: 0xffff_ffff }),
}

const ORG = [{ name: 'ORG', purpose: 'id or name of the organisation (default: --org)' }]

export const LIST = listCommand('listOrganizations', {
  examples: [['emulator orgs list']],
  columns: [
    { key: 'org_id', title: 'ID', numeric: true },
    { key: 'name', title: 'NAME', flexible: true },
    {
      key: 'plan',
      title: 'PLAN',
      show: (plan) => (isObject(plan) ? pointsText(plan.limit) : String(plan)),
    },
    { key: 'rate_limits', title: 'RATE LIMITS', show: onOff },
    { key: 'created_at', title: 'CREATED', show: day },
  ],
  whenEmpty: 'No organisations.',
  ofAll: true,
})

export const SHOW = command({
  examples: [['emulator orgs show'], ['emulator orgs show 2 --jq .keys.test.all', 'its test key']],
  arguments: ORG,
  options: EMULATOR_OPTIONS,
  async run({ args, org }: CommandInput<typeof EMULATOR_OPTIONS>, factory): Promise<Result> {
    return result(await callControl(factory, requireOne(args[0], org), 'getOrganization'))
  },
})

const CREATE_OPTIONS = {
  ...SETTINGS,
  plan: { ...PLAN, purpose: `${PLAN.purpose} (default: ${LIMITS.apsPerMonth})` },
  perMinute: {
    ...SETTINGS.perMinute,
    purpose: `${SETTINGS.perMinute.purpose} (default: ${LIMITS.perOrganizationPerMinute})`,
  },
  rateLimits: { ...SETTINGS.rateLimits, purpose: 'enforce rate limits (default: as the emulator was started)' },
  inviteQuota: { ...SETTINGS.inviteQuota, purpose: 'invites per month (default: no limit)' },
  clock: CLOCK,
  seed: text('--seed <file>', 'seed file for it (YAML or JSON); - reads stdin'),
  ...DATA_OPTION,
}

export const CREATE = command({
  examples: [
    ['emulator orgs create "Acme"'],
    ['emulator orgs create "Acme" --clock frozen@2026-03-01T00:00:00Z --seed shop.yaml'],
    ['emulator orgs create --plan free --rate-limits off --json'],
  ],
  arguments: [{ name: 'NAME', purpose: 'name of the organisation' }],
  options: CREATE_OPTIONS,
  async run(input: CommandInput<typeof CREATE_OPTIONS>, factory: Factory): Promise<Result> {
    const seed = input.seed === undefined ? undefined : await readDocument(factory.environment, input.seed, 'seed')
    const asked = omitUndefined({
      name: input.args[0],
      clock: clockSetting(input.clock),
      seed: seed?.value as Settings['seed'],
    })
    const call = callControl(factory, undefined, 'createOrganization', { body: { ...settingsOf(input), ...asked } })
    return result(
      await call.catch((error: unknown) => {
        throw seed ? explainRefusal(error, { ...seed, below: 'seed' }) : error
      }),
    )
  },
})

const UPDATE_OPTIONS = { name: text('--name <name>', 'new name'), ...SETTINGS, ...EMULATOR_OPTIONS }

export const UPDATE = command({
  examples: [['emulator orgs update --plan 500'], ['emulator orgs update 2 --rate-limits on --per-minute 300']],
  arguments: ORG,
  options: UPDATE_OPTIONS,
  async run(input: CommandInput<typeof UPDATE_OPTIONS>, factory): Promise<Result> {
    const body = { ...settingsOf(input), ...omitUndefined({ name: input.name }) }
    if (Object.keys(body).length === 0)
      throw wrongUsage('nothing to change', 'Pass what to change, such as --plan or --name.')
    return result(await callControl(factory, requireOne(input.args[0], input.org), 'updateOrganization', { body }))
  },
})

export const DELETE = command({
  examples: [['emulator orgs delete 2'], ['emulator orgs delete 2 --yes', 'in a script']],
  arguments: [{ name: 'ORG', purpose: 'id or name of the organisation', required: true }],
  options: DATA_OPTION,
  async run({ args }: CommandInput<typeof DATA_OPTION>, factory): Promise<Result> {
    const organization = await callControl(factory, args[0], 'getOrganization')
    await confirmDeletion(organization, factory)
    await callControl(factory, organization.org_id, 'deleteOrganization')
    return result({ id: organization.org_id, done: true }, ({ id }) => [
      `Deleted organisation ${id} and everything in it.`,
    ])
  },
})

/** Asks on a terminal, by the name it has; anything else must pass `--yes`. */
async function confirmDeletion({ org_id, name }: ControlResultOf<'getOrganization'>, factory: Factory): Promise<void> {
  if (factory.globals.yes) return
  const what = `Delete organisation ${org_id} (${name}) and everything in it`
  if (!canAsk(factory)) throw unanswered({ what }, '--yes')
  if (!(await askYesNo(factory, `${what}? This can't be undone.`))) throw declined()
}

function clockSetting(clock: ValuesOf<typeof CREATE_OPTIONS>['clock']): Settings['clock'] {
  return clock?.mode === 'frozen' ? { mode: 'frozen', now: new Date(clock.now).toISOString() } : clock
}

function settingsOf(input: CommandInput<typeof SETTINGS>): Settings {
  const { plan, perMinute, rateLimits, inviteQuota, randomSeed } = input
  return omitUndefined({
    plan,
    per_org_per_minute: perMinute,
    rate_limits: rateLimits === undefined ? undefined : rateLimits === 'on',
    invite_quota: inviteQuota,
    random_seed: randomSeed,
  })
}

/** The organisation that the argument or `--org` names; refuses two. */
function requireOne(id: string | undefined, org: string | undefined): string | undefined {
  if (id === undefined || org === undefined || id === org) return id ?? org
  throw wrongUsage(`two organisations are named: ${id} and ${org}`, 'Leave out --org.')
}
