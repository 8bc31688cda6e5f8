import { listAssumptions } from '../../contract/assumptions/ledger.js'
import type { Facts } from '../../contract/facts/facts.js'

/**
 * What the look at a rule relies on beside the rule itself: parts of the ledger. Where none of it is known by a fact, a rule that seems
 * broken may be kept in a form that this project did not guess. Paths that were not found are added as they are met.
 */
const RELIES_ON: Readonly<Record<string, readonly string[]>> = {
  'ADR-5': ['behaviour:identifiers'],
  'LST-7': ['result:listSources.survey_series[].survey_series_id'],
  'LST-8': ['result:listSources.survey_series[].surveys[].survey_id'],
  'LST-12': ['result:listSources.pagination'],
  'FBK-1': ['result:listFeedback'],
  'FBK-2': ['result:listFeedback', 'paging:listFeedback'],
  'FBK-3': ['result:listFeedback'],
  'ANA-5': ['result:getAnalysis.sentiment'],
  'ANA-6': ['result:getAnalysis.themes'],
  'ANA-7': ['result:getAnalysis.monitor_matches'],
  'INV-1': ['result:getInviteTemplate'],
  'INV-2': ['result:getInviteTemplate'],
  'INV-3': ['result:getInviteTemplate'],
  'INV-4': ['result:getInviteTemplate'],
  'INV-6': ['body:sendInvites.recipients'],
  'INV-7': ['body:sendInvites.recipients', 'result:getInviteTemplate'],
  'INV-8': ['body:sendInvites.recipients', 'result:sendInvites'],
  'INV-9': ['result:sendInvites', 'result:getInviteTemplate'],
  'AUT-8': ['behaviour:order-of-checks'],
  'BLK-16': ['behaviour:bulk-check-order'],
  'BLK-20': ['behaviour:bulk-partial'],
  'VOC-7': ['error:VALIDATION_ERROR', 'behaviour:error-details', 'behaviour:recommended-words'],
  'VOC-8': ['error:VALIDATION_ERROR', 'behaviour:error-details'],
  'GRP-5': ['result:listSources.survey_series[].name', 'result:createGroup', 'status:createGroup'],
  'VER-7': ['query:', 'result:'],
  'VER-8': ['query:', 'body:', 'result:'],
  'VER-9': ['status:'],
  'VER-10': ['query:', 'body:', 'result:'],
  'VER-15': ['query:getOpenapi.envelope'],
  'PSH-4': ['body:pushContent.question.content[].rating'],
  'SRC-23': ['body:createSource.questions[].type'],
}

/** What is assumed of the requests and answers of an operation: ids of the ledger, down to the operation's name. */
export function assumedOf(operation: string): string[] {
  const kinds = ['query', 'body', 'result', 'status', 'paging'].map((kind) => `${kind}:${operation}`)
  return kinds.filter((id) => listAssumptions().some((each) => each.id === id || isBelow(each.id, id)))
}

/** What the look at a rule relies on and no fact confirms: ids of the ledger, or how they start. */
export function unconfirmedOf(ruleId: string, met: readonly string[], facts: Facts): string[] {
  const wanted = [...new Set([...met, ...(RELIES_ON[ruleId] ?? [])])]
  return wanted.filter((id) => !isKnown(id, facts))
}

/** A fact about an assumption is about all below it; one about a part of it shows that someone looked at the whole. */
function isKnown(id: string, facts: Facts): boolean {
  return Object.keys(facts).some((known) => id === known || isBelow(id, known) || isBelow(known, id))
}

function isBelow(id: string, other: string): boolean {
  return id.startsWith(other) && (other.endsWith(':') ? false : /^[.[]/.test(id.slice(other.length)))
}
