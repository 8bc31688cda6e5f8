import { listAssumptions } from '../../contract/assumptions/ledger.js'
import type { Facts } from '../../contract/facts/facts.js'
import type { Probe, ProbeSettings } from './probe.js'
import type { Broken, Rule } from './rule.js'

/**
 * What the look at a rule relies on beside the rule itself: parts of the ledger. Where none of it is known by a fact, a rule that seems
 * broken may be kept in a form that this project did not guess. Paths that were not found are added as they are met.
 */
const RELIES_ON: Readonly<Record<string, readonly string[]>> = {
  'ADR-5': ['behaviour:identifiers'],
  'PUB-1': ['behaviour:draft-at-creation'],
  'PUB-2': ['behaviour:draft-at-creation'],
  'LST-7': ['result:listSources.survey_series[].survey_series_id'],
  'LST-8': ['result:listSources.survey_series[].surveys[].survey_id'],
  'LST-12': ['result:listSources.pagination', 'paging:listSources'],
  'FBK-1': ['result:listFeedback'],
  'FBK-2': ['result:listFeedback', 'paging:listFeedback'],
  'FBK-3': ['result:listFeedback'],
  'ANA-3': ['result:getAnalysis'],
  'ANA-4': ['result:getAnalysis'],
  'ANA-5': ['result:getAnalysis', 'result:getAnalysis.sentiment'],
  'ANA-6': ['result:getAnalysis', 'result:getAnalysis.themes'],
  'ANA-7': ['result:getAnalysis', 'result:getAnalysis.monitor_matches'],
  'INV-1': ['result:getInviteTemplate'],
  'INV-2': ['result:getInviteTemplate'],
  'INV-3': ['result:getInviteTemplate'],
  'INV-4': ['result:getInviteTemplate'],
  'INV-6': ['body:sendInvites.recipients'],
  'INV-7': ['body:sendInvites.recipients', 'result:getInviteTemplate'],
  'INV-8': ['body:sendInvites.recipients', 'result:sendInvites'],
  'INV-9': ['result:sendInvites', 'result:getInviteTemplate'],
  'MCP-7': ['behaviour:mcp-errors'],
  'BLK-16': ['behaviour:bulk-check-order'],
  'BLK-20': ['behaviour:bulk-partial', 'body:pushBulk.questions[].content[].external_id'],
  'VOC-7': ['error:VALIDATION_ERROR', 'behaviour:error-details', 'behaviour:recommended-words'],
  'VOC-8': ['error:VALIDATION_ERROR', 'behaviour:error-details'],
  'GRP-5': ['result:listSources.survey_series[].name', 'result:createGroup', 'status:createGroup'],
  'VER-7': ['query:', 'result:', 'paging:'],
  'VER-8': ['query:', 'body:', 'result:'],
  'VER-9': ['status:'],
  'VER-10': ['query:', 'body:', 'result:'],
  'VER-15': ['query:getOpenapi.envelope'],
  'PSH-4': ['body:pushContent.question.content[].rating'],
  'SRC-23': ['body:createSource.questions[].type'],
}

/** What is assumed of the requests and answers of an operation: ids of the ledger, down to the operation's name. */
function assumedOf(operation: string): string[] {
  const kinds = ['query', 'body', 'result', 'status', 'paging'].map((kind) => `${kind}:${operation}`)
  return kinds.filter((id) => listAssumptions().some((each) => each.id === id || isBelow(each.id, id)))
}

/**
 * What a look relied on (ids of the ledger, or how they start) and nothing confirms. `overridden`: what an emulator plays otherwise than
 * assumed; all else it does as this client expects, and what a staged rule made relied on all of it.
 */
function unconfirmedOf(
  ruleId: string,
  met: readonly string[],
  { facts, overridden, staged }: { facts: Facts; overridden?: readonly string[] | undefined; staged: boolean },
): string[] {
  const wanted = [...new Set([...met, ...(RELIES_ON[ruleId] ?? [])])]
  if (!overridden) return wanted.filter((id) => !isKnown(id, facts))
  return overridden.filter((id) => !isKnown(id, facts) && (staged || wanted.some((other) => isRelated(id, other))))
}

/**
 * What it means where something that is assumed is not there: a breach by an emulator that plays all of it as assumed or as facts say, and
 * elsewhere something that no fact confirms.
 */
export function verdictOfAbsence({ contract, overridden }: ProbeSettings): 'broken' | 'unconfirmed' {
  return overridden?.every((id) => isKnown(id, contract.facts)) ? 'broken' : 'unconfirmed'
}

/** A fact about an assumption is about all below it; one about a part of it shows that someone looked at the whole. */
function isKnown(id: string, facts: Facts): boolean {
  return !id.endsWith(':') && Object.keys(facts).some((known) => isRelated(id, known))
}

function isRelated(id: string, other: string): boolean {
  return id === other || isBelow(id, other) || isBelow(other, id)
}

function isBelow(id: string, other: string): boolean {
  return id.startsWith(other) && (other.endsWith(':') || /^[.[]/.test(id.slice(other.length)))
}

/** Broken, unless the look relied on something that nothing confirms. */
export function judge(
  { id, staged }: Rule,
  { message, relies }: Broken,
  probe: Probe,
): { verdict: 'broken' | 'unconfirmed'; reason: string } {
  const looked = probe.takeLooked()
  const met = looked.flatMap(({ status, assumption }) =>
    assumption !== undefined && status >= 300 ? [assumption] : [],
  )
  // What a rule made, it made by names of ours: all of them are relied on.
  const made = staged ? looked.flatMap(({ operation }) => (operation ? assumedOf(operation) : [])) : []
  const { contract, overridden } = probe.settings
  const unconfirmed = unconfirmedOf(id, [...met, ...made, ...relies], {
    facts: contract.facts,
    overridden,
    staged: staged === true,
  })
  if (unconfirmed.length === 0) return { verdict: 'broken', reason: message }
  return { verdict: 'unconfirmed', reason: `${message}; no fact confirms ${unconfirmed.join(', ')}` }
}
