import type { Scope } from '../../../contract/scopes.js'
import type { Probe } from '../probe.js'
import { must, mustAnswer, mustForbid, NotLooked, type Rule, refusalRule, rule } from '../rule.js'

const UNKNOWN_ID = '999999999'

/** Each scope there is a key of must be let through: any answer but 401 and 403. */
function opens(id: Rule['id'], scopes: readonly Scope[], path: string): Rule {
  return rule(id, (probe) =>
    eachScope(probe, scopes, async (scope) => {
      const { status, about } = await probe.as(scope, 'GET', path)
      must(status !== 401 && status !== 403, `${about} as ${scope}: ${status}`)
    }),
  )
}

/** Each scope there is a key of must be refused with 403. The body is empty, so that nothing is stored even if it is not. */
function refuses(id: Rule['id'], scopes: readonly Scope[], method: 'GET' | 'POST', paths: readonly string[]): Rule {
  const look = (probe: Probe) =>
    eachScope(probe, scopes, async (scope) => {
      for (const path of paths) mustForbid(await probe.as(scope, method, path, method === 'POST' ? { body: {} } : {}))
    })
  return method === 'GET' ? rule(id, look) : refusalRule(id, look)
}

async function eachScope(probe: Probe, scopes: readonly Scope[], look: (scope: Scope) => Promise<void>): Promise<void> {
  const here = scopes.filter((scope) => probe.settings.clients[scope])
  if (here.length === 0)
    throw new NotLooked(`needs a key of scope ${scopes.join(' or ')} (INPK_API_KEY_${scopes[0]!.toUpperCase()})`)
  for (const scope of here) await look(scope)
}

const ANALYSIS = `/sources/${UNKNOWN_ID}/analysis`
const TEMPLATE = `/sources/${UNKNOWN_ID}/invite-template`
const WRITES = [
  '/survey_series/create',
  '/survey/create',
  '/survey/publish',
  '/content/push',
  '/content/push/bulk',
  '/feedback/erase',
]

/** Who may do what: keys that are none, and scopes. Further keys are taken from INPK_API_KEY_PUSH and the like. */
export const ACCESS_RULES: Rule[] = [
  rule('AUT-1', async (probe) => void (await probe.seen('/me'))),
  rule('AUT-5', async (probe) => mustAnswer(await probe.unauthorized('/me'), 401)),
  rule('AUT-6', async (probe) => {
    const { apiKey } = probe.settings
    const wrong = [
      `Bearer ${apiKey.slice(0, -44)}${'A'.repeat(43)}=`,
      'Bearer nonsense',
      `Bearer ${apiKey.replace(/_[A-Za-z0-9]{10}_/, '_0000000000_')}`,
    ]
    for (const authorization of wrong) mustAnswer(await probe.unauthorized('/me', authorization), 401)
  }),
  refuses('AUT-7', ['send', 'mcp_read'], 'GET', ['/feedback']),
  refuses('AUT-8', ['mcp_read'], 'POST', WRITES),
  opens('FBK-4', ['push'], '/feedback'),
  refuses('FBK-5', ['send', 'mcp_read'], 'GET', ['/feedback']),
  opens('ANA-9', ['push'], ANALYSIS),
  refuses('ANA-10', ['send', 'mcp_read'], 'GET', [ANALYSIS]),
  opens('INV-14', ['send'], TEMPLATE),
  refuses('INV-15', ['push', 'create', 'mcp_read'], 'GET', [TEMPLATE]),
  refuses('UPL-5', ['send', 'mcp_read'], 'POST', ['/feedback/upload']),
  refuses('MCP-7', ['push', 'create', 'send'], 'POST', ['/mcp']),
  refuses('GRP-8', ['push', 'send', 'mcp_read'], 'POST', ['/survey_series/create']),
  refuses('GRP-10', ['create', 'push', 'send', 'mcp_read'], 'POST', ['/feedback_groups/create']),
  refuses('SRC-11', ['push', 'send', 'mcp_read'], 'POST', ['/survey/create']),
  refuses('PUB-4', ['push', 'send', 'mcp_read'], 'POST', ['/survey/publish']),
  refuses('PSH-13', ['send', 'mcp_read'], 'POST', ['/content/push']),
  refuses('BLK-3', ['send', 'mcp_read'], 'POST', ['/content/push/bulk']),
  refuses('ERS-4', ['send', 'mcp_read'], 'POST', ['/feedback/erase']),
]

const EMPTY_NAME = { name: '' }

/** A write is open to these scopes: a body that cannot be taken is refused for what it holds, not for the key. */
function opensWrite(id: Rule['id'], path: string, scopes: readonly Scope[]): Rule {
  return refusalRule(id, async (probe) => {
    const here = scopes.filter((scope) => probe.settings.clients[scope])
    if (here.length === 0) throw new NotLooked(`needs a key of scope ${scopes.join(' or ')}`)
    for (const scope of here) {
      const { about, status } = await probe.as(scope, 'POST', path, { body: EMPTY_NAME })
      must(status === 400 || status === 422, `${about} as ${scope}: ${status}, not refused for its body`)
    }
  })
}

/** Who may create groups, seen without creating one. */
export const OPENING_RULES: Rule[] = [
  opensWrite('GRP-7', '/survey_series/create', ['create', 'all']),
  opensWrite('GRP-9', '/feedback_groups/create', ['all']),
]
