import { junitXml } from '../../base/junit.js'
import { clientSettings } from '../../cli/client.js'
import { type CommandInput, command } from '../../cli/command.js'
import { findDashboardUrl } from '../../cli/control-client.js'
import type { Factory, ResolvedSettings } from '../../cli/factory.js'
import { flag, texts, waiver } from '../../cli/options.js'
import { openTransport } from '../../cli/transport.js'
import { isSamePlace } from '../../cli/which-service.js'
import type { Client } from '../../client/client-types.js'
import { createClient } from '../../client/index.js'
import { CLIENT_RESPONSE_BYTES } from '../../client/transport.js'
import { mountUrl, requireBaseUrl } from '../../contract/base-url.js'
import { SCOPES, type Scope } from '../../contract/scopes.js'
import { OUTPUT_FORMATS } from '../../output/format.js'
import { type Result, result } from '../../output/outcome.js'
import { EXIT } from '../../terminal/exit-codes.js'
import { wrongUsage } from '../../terminal/failure.js'
import { requireWord } from '../../terminal/require-word.js'
import { openProbe, type Probe } from '../../truth/conformance/probe.js'
import { NOT_OBSERVABLE_RULES, RULES, type RuleReport, runRules } from '../../truth/conformance/run-rules.js'
import { STAGE_NAME } from '../../truth/conformance/staged/stages.js'
import { CONFIRM_OPTION } from '../confirm.js'
import { contractOf } from '../contract-of.js'
import { keyText } from '../key-text.js'
import { openStages } from './stages.js'
import { conformanceView } from './view.js'

const RULE_IDS = [...RULES, ...NOT_OBSERVABLE_RULES].map(({ id }) => id)

const OPTIONS = {
  readOnly: flag('--read-only', 'send only GETs (default: also dry runs and requests that must be refused)'),
  write: waiver(
    flag('--write', 'also rules that store data (test keys only); with an emulator, every rule it can show'),
  ),
  ...CONFIRM_OPTION,
  rule: { ...texts('--rule <id>', 'only this rule'), choices: RULE_IDS },
}

export const COMMAND = command({
  examples: [
    ['conformance --read-only'],
    ['conformance --base-url https://ingest.example.com --output junit > conformance.xml'],
    ['emulator exec -- inpk conformance --write', 'every rule that an emulator can show'],
    ['emulator exec -- inpk conformance', 'with a key of every scope'],
  ],
  options: OPTIONS,
  outputs: OUTPUT_FORMATS,
  run: examine,
})

/** The interface's rules against whatever answers at the base URL; exit code 11 where one is broken. */
async function examine(
  { readOnly, write, confirm, rule: only }: CommandInput<typeof OPTIONS>,
  factory: Factory,
): Promise<Result> {
  for (const id of only) requireWord(id, RULE_IDS, 'rule')
  if (write && readOnly) throw wrongUsage("--write and --read-only can't be used together")
  const probe = await openProbeOf(factory)
  const stages = write ? await openStages(factory, probe, confirm) : undefined
  const rules: RuleReport[] = []
  let left: string[] = []
  try {
    const ground = (await stages?.ground?.()) ?? { probe }
    const { lacking } = ground
    for await (const report of runRules(ground.probe, { readOnly, only, stages, lacking })) rules.push(report)
  } finally {
    left = (await stages?.clear()) ?? []
    if (left.length > 0) await factory.screen.warn(`Left in the service, named "${STAGE_NAME} …": ${left.join(', ')}.`)
  }
  const sum = (verdict: RuleReport['verdict']) => rules.filter((each) => each.verdict === verdict).length
  const data = {
    kept: sum('kept'),
    broken: sum('broken'),
    unconfirmed: sum('unconfirmed'),
    skipped: sum('skipped'),
    unseen: sum('unseen'),
    ...(write ? { left } : {}),
    rules,
  }
  const cases = rules.map(({ id, title, verdict, reason }) => ({
    name: `[${id}] ${title}`,
    ...(verdict === 'broken' ? { failure: { message: reason ?? '' } } : {}),
    ...(verdict === 'skipped' || verdict === 'unseen' || verdict === 'unconfirmed' ? { skipped: reason ?? '' } : {}),
  }))
  return {
    ...result(data, conformanceView, data.broken > 0 ? EXIT.checkFailed : undefined),
    junit: () => junitXml({ name: 'conformance', className: 'conformance', cases }),
  }
}

async function openProbeOf(factory: Factory): Promise<Probe> {
  const settings = await factory.settings()
  const client = await factory.client()
  const { payload, headers } = await client.call('getMe', {})
  const baseUrl = mountUrl(requireBaseUrl(settings.baseUrl.value), '')
  const prefix = settings.prefix.value.replace(/\/+$/, '')
  return openProbe({
    baseUrl,
    prefix: baseUrl.endsWith(prefix) ? '' : prefix,
    apiKey: settings.apiKey?.value ?? '',
    contract: await contractOf(settings),
    overridden: headers['x-emulator-instance'] === undefined ? undefined : await overriddenBy(factory, baseUrl),
    client,
    clients: await clientsByScope(factory, settings, { client, scope: keyText(payload.key).scope.split(', ')[0]! }),
    transport: openTransport(factory, CLIENT_RESPONSE_BYTES),
    signal: factory.signal,
  })
}

/** What the emulator at an address plays otherwise than assumed, by ids of the ledger; undefined of one that can't be asked, as of a service. */
async function overriddenBy(factory: Factory, baseUrl: string): Promise<readonly string[] | undefined> {
  if (!findDashboardUrl(factory)) return undefined
  const control = await factory.control()
  if (!isSamePlace((await control.getEmulator()).base_url, baseUrl)) return undefined
  const { items } = await control.listAssumptions()
  return items.filter(({ overridden }) => overridden).map(({ id }) => id)
}

type Clients = Partial<Record<Scope, Client>>

/** A client for each scope there is a key of: the key in use, and those in INPK_API_KEY_PUSH, _CREATE, _SEND, _MCP_READ and _ALL. */
async function clientsByScope(
  factory: Factory,
  settings: ResolvedSettings,
  own: { client: Client; scope: string },
): Promise<Clients> {
  const clients: Clients = {}
  for (const scope of SCOPES) {
    const apiKey = factory.environment.env[`INPK_API_KEY_${scope.toUpperCase()}`]
    if (apiKey) clients[scope] = createClient({ ...clientSettings(factory, settings), apiKey })
  }
  if ((SCOPES as readonly string[]).includes(own.scope)) clients[own.scope as Scope] ??= own.client
  return clients
}
