import type { Scope } from '../../../contract/scopes.js'
import { mustAnswer } from '../refused.js'
import { NotLooked, type Rule, refusalRule } from '../rule.js'

const EMPTY_NAME = { name: '' }

/** A write is open to these scopes: a body that cannot be taken is refused for what it holds, not for the key. */
function opensWrite(id: Rule['id'], path: string, scopes: readonly Scope[]): Rule {
  return refusalRule(id, async (probe) => {
    const here = scopes.filter((scope) => probe.settings.clients[scope])
    if (here.length === 0) throw new NotLooked(`needs a key of scope ${scopes.join(' or ')}`)
    for (const scope of here) mustAnswer(await probe.as(scope, 'POST', path, { body: EMPTY_NAME }), 400)
  })
}

/** Who may create groups, seen without creating one. */
export const OPENING_RULES: Rule[] = [
  opensWrite('GRP-7', '/survey_series/create', ['create', 'all']),
  opensWrite('GRP-9', '/feedback_groups/create', ['all']),
]
