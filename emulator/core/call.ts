import type { Route } from '../../src/contract/operation.js'
import type { OperationId, PathParams } from '../../src/contract/operations/index.js'
import type { LimitReport } from '../rules/rate-windows.js'
import type { ApiKey } from '../state/state.js'
import type { UploadedFile } from './decision.js'
import type { ServerRequest } from './exchange.js'
import type { Organization } from './organization.js'
import type { ResponseMutation } from './response-mutations.js'
import type { Service } from './service.js'

/** The operation behind the address of a request. */
export interface RouteMatch {
  id: OperationId
  route: Route
  params: PathParams
  /** `/api/input`, `/api/v1` or nothing: answers name paths under the mount that was asked. */
  mount: string
}

/** A file that came as part of a form. */
export interface ReceivedFile extends UploadedFile {
  part: string
  /** SHA-256 in hex. */
  hash: string
}

/** One request to the API host on its way through the pipeline; each step fills in what it finds. */
export interface Call {
  readonly request: ServerRequest
  readonly service: Service
  readonly path: string
  readonly search: URLSearchParams
  /** The key's organisation; the default one while no valid key is known. */
  organization: Organization
  key: ApiKey | undefined
  /** A key was presented that is known, and revoked. */
  isRevoked: boolean
  limits: LimitReport | undefined
  match: RouteMatch | undefined
  /** The operation of a call that was refused before its route was looked for. */
  refusedBefore?: OperationId | undefined
  /** The body as it came, for the log; absent for a form. */
  body: Buffer | undefined
  /** The files of a form, whatever becomes of the request. */
  files: ReceivedFile[]
  /** A fault makes the service busy. */
  busy: boolean
  /** How much later a fault makes its task start, in milliseconds. */
  taskDelayMs: number
  /** The faults that hit it, by id. */
  faults: string[]
  /** What faults make of the answer, in this order. */
  responseMutations: ResponseMutation[]
  hints: string[]
}

/** A call with operation that is known. */
export type RoutedCall = Call & { match: RouteMatch }

/** What a member of a form is called as a part of it. */
export function partNameOf({ match: { id, route }, service }: RoutedCall, member: string): string {
  return service.settings.contract.codecOf(id, 'body', route.words)?.pathToWire(member) ?? member
}

/** Takes the target apart; the path stays as sent, so that nothing is decoded before it is matched. */
export function beginCall(request: ServerRequest, service: Service): Call {
  const cut = request.target.indexOf('?')
  const path = cut < 0 ? request.target : request.target.slice(0, cut)
  const search = new URLSearchParams(cut < 0 ? '' : request.target.slice(cut + 1))
  return {
    request,
    service,
    path,
    search,
    organization: service.organizations.first(),
    key: undefined,
    isRevoked: false,
    limits: undefined,
    match: undefined,
    body: undefined,
    files: [],
    busy: false,
    taskDelayMs: 0,
    faults: [],
    responseMutations: [],
    hints: [],
  }
}
