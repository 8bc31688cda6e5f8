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
  const asked = [...searchParams.values()]
  const last = decoded(pathname.split('/').findLast((step) => step !== '')!)
  const id = inPath ?? (asked.length === 1 ? asked[0] : asked.length === 0 ? last : undefined)
  return id !== undefined && IDENTIFIER.test(id) ? { member, id } : undefined
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
