import { type OperationId, rowOf } from '../../contract/operations/index.js'
import { ANY_COUNT, answerOf, hasTotals } from './erase-answers.js'
import type { SeenExchange, WireOperation } from './evidence/evidence.js'
import { eitherMember } from './evidence/merge-shapes.js'
import type { Member } from './evidence/shape.js'
import { shapeOfValue } from './evidence/traffic.js'
import type { Finding } from './findings.js'
import { learnSlot } from './learn-slots.js'
import { plainName } from './match/lexicon.js'
import { nameScore } from './match/name-score.js'
import { valuesAt } from './match/values.js'
import type { FoundRoute } from './routes.js'

const ID = 'behaviour:erase-task'
const RESULT = 'result:eraseFeedback'
const TASKS: readonly OperationId[] = ['getTask', 'getUploadTask']
/** What is accepted, and is done later (RFC 9110, section 15.3.3). */
const ACCEPTED = '202'
/** How well a name says what ours means, to be taken for it where an answer is mostly of something else. */
const SURE = 0.7
/** What a task has beside its identifier. */
const OF_TASKS = ['status', 'progress', 'status_url']

/**
 * The operations with each erase that is answered with a task as if it was answered with what that task says in its end: then all that is
 * known of answers to an erase finds it there.
 */
export function withErasesOfTasks(found: readonly FoundRoute[]): FoundRoute[] {
  const tasks = found.filter(({ operation }) => TASKS.includes(operation)).map(({ wire }) => wire)
  return found.map((each) => {
    const place = each.operation === 'eraseFeedback' ? taskIn(each, tasks) : undefined
    return place === undefined ? each : { ...each, task: place, wire: wireOfEnds(each.wire, place, tasks) }
  })
}

/** What was found about whether an erase is a task, and of one that is, only what an answer for a task says of it by its name. */
export function eraseTaskFindings({ task }: FoundRoute, found: readonly Finding[]): Finding[] {
  const isNamed = ({ path, seen, isAbsent }: Finding) => {
    const at = seen?.at?.split('.') ?? []
    const isAny = at.length === 0 || ANY_COUNT.includes(plainName(at.at(-1)!))
    return !isAbsent && !isAny && nameScore([path], at.slice(-1), undefined) >= SURE
  }
  const named = new Set(found.flatMap((each) => (each.id === RESULT && isNamed(each) ? [each.path] : [])))
  // What is in a list of ours by its name is ours.
  const isOwn = ({ id, path }: Finding) => id !== RESULT || path === '' || named.has(path.split('[].')[0]!)
  if (task !== undefined) {
    const fact: Finding = { id: ID, state: 'contradicted', path: '', fact: { task_id: task } }
    return [fact, ...found.filter(isOwn)]
  }
  const isAnswered = found.some(({ id, state }) => id === 'behaviour:erase-answer' && state !== 'ambiguous')
  return [...(isAnswered ? [{ id: ID, state: 'confirmed', path: '' } as const] : []), ...found]
}

/**
 * Where the answer to an erase has the identifier of a task: it has none of what an erase says, looks like an upload's, and was only
 * accepted, or the task was asked for.
 */
function taskIn(erase: FoundRoute, tasks: readonly WireOperation[]): string | undefined {
  const { wire } = erase
  const shape = answerOf(wire)
  if (shape?.kind !== 'object' || hasTotals(shape)) return undefined
  const [receipt] = learnSlot(
    { ...erase, operation: 'uploadFeedback', route: rowOf('uploadFeedback').routes[0] },
    'result',
  )
  const placeOf = (member: string) =>
    receipt?.findings.members.find(({ path, state }) => path === member && state === 'seen')?.wirePath
  const id = placeOf('task_id')
  if (id === undefined) return undefined
  const statuses = Object.keys(wire.results).filter((each) => each.startsWith('2'))
  const isProgress = OF_TASKS.some((member) => placeOf(member) !== undefined)
  const isAccepted = isProgress && statuses.every((each) => each === ACCEPTED)
  const isAsked = wire.exchanges.some((each) => endOf(each, id, tasks) !== undefined)
  return isAccepted || isAsked ? id : undefined
}

/** The last answer for the task that an erase was answered with. */
function endOf({ status, responseBody }: SeenExchange, place: string, tasks: readonly WireOperation[]) {
  const [id] = status < 300 ? valuesAt(responseBody, place) : []
  if (typeof id !== 'string' && typeof id !== 'number') return undefined
  const isOfIt = (each: SeenExchange) => each.status < 300 && each.path.endsWith(`/${encodeURIComponent(String(id))}`)
  return tasks.flatMap(({ exchanges }) => exchanges.filter(isOfIt)).at(-1)?.responseBody
}

function wireOfEnds(wire: WireOperation, place: string, tasks: readonly WireOperation[]): WireOperation {
  const ends = wire.exchanges.map((each) => endOf(each, place, tasks))
  const seen = ends.filter((each) => each !== undefined).map(shapeOfValue)
  const described = tasks
    .flatMap(({ results }) => Object.values(results))
    .filter((each): each is Member => each !== undefined)
  const all = seen.length > 0 ? seen : described
  const end = all.length === 0 ? undefined : all.reduce(eitherMember)
  return {
    ...wire,
    results: Object.fromEntries(Object.keys(wire.results).map((status) => [status, end])),
    // That the answers for other tasks have something, or lack it, says nothing of those for an erase.
    described: { ...wire.described, result: false },
    exchanges: wire.exchanges.map(({ responseBody, ...each }, at) => {
      const answer = each.status < 300 ? ends[at] : responseBody
      return { ...each, ...(answer !== undefined && { responseBody: answer }) }
    }),
  }
}
