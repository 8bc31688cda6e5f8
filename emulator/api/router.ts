import { compileTemplate } from '../../src/base/path-template.js'
import type { Method } from '../../src/contract/operation.js'
import type { PathParams } from '../../src/contract/operations/index.js'
import { decodeSegment } from '../core/exchange.js'
import { Refusal } from '../core/refusal.js'

/** Where a target is found; `path` is a template such as `/orgs/{org_id}`. */
export interface Address<Target> {
  method: Method
  path: string
  target: Target
}

/** The addresses of a host. */
export interface Router<Target> {
  /** What a method and path lead to, with the parts of the path; undefined if that is nothing, or takes other methods. */
  find(method: string, path: string): { target: Target; params: PathParams } | undefined
  /** The methods a path takes, in the order of the addresses; none if there is no such path. */
  methodsOf(path: string): Method[]
}

/** A router over addresses; of two that fit, the first counts. `find` refuses a path whose percent-encoding is broken (404). */
export function createRouter<Target>(addresses: readonly Address<Target>[]): Router<Target> {
  const entries = addresses.map((address) => ({ ...address, match: compileTemplate(address.path) }))
  return {
    find(method, path) {
      for (const { method: own, match, target } of entries) {
        const parts = own === method ? match(path) : undefined
        if (!parts) continue
        const params = Object.entries(parts).map(([name, segment]) => [name, decodeSegment(segment)])
        return { target, params: Object.fromEntries(params) }
      }
      return undefined
    },
    methodsOf: (path) => [
      ...new Set(entries.filter(({ match }) => match(path) !== undefined).map(({ method }) => method)),
    ],
  }
}

/** 405 for a path that takes other methods. */
export function methodNotAllowed(path: string, method: string, allowed: readonly Method[]): Refusal {
  const allow = allowed.join(', ')
  return new Refusal('METHOD_NOT_ALLOWED', `${path} takes ${allow}, not ${method}`, undefined, { Allow: allow })
}
