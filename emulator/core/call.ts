import type { LimitReport } from '../rules/rate-windows.js'
import type { ApiKey } from '../state/state.js'
import type { UploadedFile } from './decision.js'
import type { ServerRequest } from './exchange.js'
import type { Organization } from './organization.js'
import type { Disguise } from './response-mutations.js'
import type { RouteMatch } from './routes.js'
import type { Service } from './service.js'

/** One request to the API host on its way through the pipeline; each step fills in what it finds. */
export interface Call {
  readonly request: ServerRequest
  readonly service: Service
  readonly path: string
  readonly search: URLSearchParams
  /** The key's organisation; the default one while no valid key is known. */
  organization: Organization
  key: ApiKey | undefined
  limits: LimitReport | undefined
  match: RouteMatch | undefined
  body: Buffer | undefined
  upload: UploadedFile | undefined
  /** A fault asked for a busy moment. */
  busy: boolean
  /** What faults make of the answer, in this order. */
  disguises: Disguise[]
  hints: string[]
}

/** Takes the target apart; the path stays as sent, so that nothing is decoded before it is matched. */
export function beginCall(request: ServerRequest, service: Service): Call {
  const cut = request.target.indexOf('?')
  const path = cut < 0 ? request.target : request.target.slice(0, cut)
  const search = new URLSearchParams(cut < 0 ? '' : request.target.slice(cut + 1))
  const organization = service.organizations.first()
  return {
    request,
    service,
    path,
    search,
    organization,
    key: undefined,
    limits: undefined,
    match: undefined,
    body: undefined,
    upload: undefined,
    busy: false,
    disguises: [],
    hints: [],
  }
}
