import type { JsonObject } from '../../base/is-object.js'
import { compileTemplate, fillTemplate, pathParameters } from '../../base/path-template.js'
import { canonicalPath, type Operation, type Route } from '../operation.js'
import { type OperationId, rowOf } from '../operations/index.js'
import { recommendedWord } from '../vocabulary.js'
import type { Contract } from './contract.js'

/** The member of an answer that `Location` names instead (RFC 9110), with its identifier. */
export interface Located {
  member: string
  id: string
}

/** What the `Location` of an answer says of the record that was made; undefined if there is none, or nothing in it is an identifier. */
export function readLocation(
  contract: Contract,
  { located }: Operation,
  location: string | undefined,
): Located | undefined {
  if (!located || !location || !URL.canParse(location, ANYWHERE)) return undefined
  const { pathname, searchParams } = new URL(location, ANYWHERE)
  const { member, at } = located
  const inPath = contract
    .rowOf(at)
    .routes.map((route) => partOf(route, pathname))
    .find((id) => id !== undefined)
  const named = namesOf(contract, at, member).map((name) => searchParams.get(name) ?? undefined)
  const id = inPath ?? named.find((value) => value !== undefined) ?? lastStep(pathname, member)
  return id !== undefined && IDENTIFIER.test(id) ? { member, id } : undefined
}

/** Names of a record in the path of its address, by the member that identifies it. Those of a task are not known. */
const NOUNS: Readonly<Record<string, RegExp>> = {
  survey_series_id: /^(survey_?series|series|(feedback_?)?groups?)$/,
  survey_id: /^(surveys?|(data_?)?sources?)$/,
}

/** The last step of a path, unless the step before it is known to be no name for such a record. */
function lastStep(pathname: string, member: string): string | undefined {
  const [noun = '', last = ''] = pathname.split('/').filter(Boolean).slice(-2)
  const isOfRecord = NOUNS[member]?.test(noun.toLowerCase().replaceAll('-', '_')) ?? true
  return isOfRecord && !/^v\d+$/.test(last) ? decoded(last) : undefined
}

/** What a query calls a member, by facts and in either vocabulary. */
function namesOf(contract: Contract, at: OperationId, member: string): string[] {
  const words = [member, recommendedWord(member)]
  const codecs = (['classic', 'recommended'] as const).map((word) => contract.codecOf(at, 'query', word))
  return [...words, ...codecs.flatMap((codec) => words.map((word) => codec?.pathToWire(word) ?? word))]
}

/** An address may be relative to that of the request, whatever that is. */
const ANYWHERE = 'http://service'
/** `34`, `task_9f2c`: the last step of a path may as well be a word. */
const IDENTIFIER = /^(?=.*\d)[\w.:-]{1,255}$/

/** The one part of a path that fits a route, wherever it is mounted. */
function partOf(route: Route, pathname: string): string | undefined {
  const [part, another] = pathParameters(route.path)
  if (part === undefined || another !== undefined) return undefined
  const steps = route.path.split('/').length - 1
  const tail = `/${pathname.split('/').slice(-steps).join('/')}`
  const value = compileTemplate(route.path)(tail)?.[part]
  return value === undefined ? undefined : decoded(value)
}

function decoded(step: string): string | undefined {
  try {
    return decodeURIComponent(step)
  } catch {
    return undefined
  }
}

/** Where a record that was made is shown; undefined where an answer says its identifier itself. */
export function locationOf(contract: Contract, operation: OperationId, answer: JsonObject): string | undefined {
  const { located }: Operation = rowOf(operation)
  const id = located && answer[located.member]
  if (!located || typeof id !== 'string') return undefined
  if (!contract.codecOf(operation, 'result', 'classic')?.lacks(located.member)) return undefined
  const [route] = contract.rowOf(located.at).routes
  const path = canonicalPath(route)
  if (pathParameters(path).length > 0) return fillTemplate(path, () => id)
  const own = route.words === 'classic' ? located.member : recommendedWord(located.member)
  const name = contract.codecOf(located.at, 'query', route.words)?.pathToWire(own) ?? own
  return `${path}?${new URLSearchParams({ [name]: id })}`
}
