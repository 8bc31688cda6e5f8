import { type FaultMatch, type FaultSetting, MEMBER_PATH } from '../../src/contract/control/faults.js'
import type { Contract } from '../../src/contract/facts/contract.js'
import { MOUNTS, type Operation, type Route } from '../../src/contract/operation.js'
import { OPERATION_IDS, type OperationId } from '../../src/contract/operations/index.js'
import { memberSchemas } from '../../src/contract/schema.js'
import { invalid, notFound } from '../core/refusal.js'
import { rowOfId } from '../operations/find-rows.js'
import type { State } from '../state/state.js'

/** Refuses an aim that no request, or webhook, of the operation can have: such a fault would wait for ever. */
export function requireAim(
  match: FaultMatch,
  operation: FaultSetting['operation'],
  { state, contract }: { state: Readonly<State>; contract: Contract },
): void {
  const { key_id, source_id, body = {} } = match
  if (key_id !== undefined) {
    if (operation === 'webhook') {
      throw invalid({ 'match.key_id': ['is only for operations of the API: webhooks carry no key'] })
    }
    if (!rowOfId(state.keys, key_id) && !rowOfId(state.connections, key_id)) throw notFound('key', shortened(key_id))
  }
  if (source_id !== undefined && !rowOfId(state.sources, source_id)) throw notFound('source', shortened(source_id))
  const wrong = Object.keys(body).find((path) => !MEMBER_PATH.test(path))
  if (wrong !== undefined) {
    const message = `${shortened(wrong)} is not a path such as survey_id, question.question_id or questions[*].question_id`
    throw invalid({ 'match.body': [message] })
  }
  if (operation === 'webhook') return
  const rows = (operation === '*' ? OPERATION_IDS : [operation]).map((id) => contract.rowOf(id as OperationId))
  const [name, reason] = findMiss(match, rows) ?? []
  if (name !== undefined) throw invalid({ [`match.${name}`]: [reason!] })
}

/** The member of an aim that none of these operations can meet, and why. */
function findMiss({ path, key_id, source_id, body }: FaultMatch, rows: readonly Operation[]) {
  const [row] = rows
  const which = rows.length === 1 ? row!.id : 'any operation'
  if (key_id !== undefined && !rows.some(({ routes }) => routes.some(({ access }) => access !== 'open'))) {
    return ['key_id', `can't match: ${which} takes no key`] as const
  }
  if (source_id !== undefined && !rows.some(namesSource)) {
    return ['source_id', `can't match: requests of ${which} name no source`] as const
  }
  if (path !== undefined && !rows.some(({ routes }) => routes.some((route) => mayMeet(path, route)))) {
    const own = rows.length === 1 ? `; its path is ${row!.routes[0].path}` : ''
    return ['path', `can't match: ${which} is at no such path${own}`] as const
  }
  if (body !== undefined && !rows.some((each) => each.body)) {
    return ['body', `can't match: requests of ${which} have no body`] as const
  }
  return undefined
}

function namesSource({ inPath = {}, query, body }: Operation): boolean {
  const has = (schema: Operation['body']) => memberSchemas(schema)?.survey_id !== undefined
  return Object.values(inPath).includes('survey_id') || has(query) || has(body)
}

/** Whether a pattern, in which `*` stands for any text, can meet an address of a route, its mount included or not. */
function mayMeet(pattern: string, { path, mounts = MOUNTS }: Route): boolean {
  const address = path.replaceAll(/\{\w+\}/g, '*')
  return [address, ...mounts.map((mount) => mount + address)].some((each) => overlap(pattern, each))
}

/** Whether some text fits both patterns. Each letter is gone through once for each of the other's. */
function overlap(a: string, b: string): boolean {
  let fits = Array.from({ length: b.length + 1 }, (_, at) => /^\**$/.test(b.slice(0, at)))
  for (const letter of a) {
    const before = fits
    const next: boolean[] = [letter === '*' && before[0]!]
    for (let at = 1; at <= b.length; at += 1) {
      const other = b[at - 1]!
      const isAny = letter === '*' || other === '*'
      next.push(isAny ? next[at - 1]! || before[at]! : letter === other && before[at - 1]!)
    }
    fits = next
  }
  return fits[b.length]!
}

/** What was sent, cut for a message. */
export function shortened(text: string): string {
  return text.slice(0, 40)
}
