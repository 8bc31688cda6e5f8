/** One way in which a description differs from what this client expects. */
export interface Difference {
  /** `GET /api/input/me`, or `event analysis.completed`. */
  operation: string
  /** `response 200: rate_limits.window_seconds`; '' for the operation itself. */
  field: string
  kind: 'removed' | 'renamed' | 'added' | 'type' | 'enum' | 'status' | 'required' | 'limit' | 'version'
  /** Whether something of this client goes wrong by it. */
  breaking: boolean
  /** The interface does not show it: what differs is a guess of this project. */
  assumed: boolean
  message: string
}

/** Where in a description a comparison stands. */
export interface DescriptionPlace {
  operation: string
  field: string
  /** Requests may not get stricter, answers may not lose anything. */
  direction: 'request' | 'response'
  assumed: boolean
  /** This client never uses the operation by this route. */
  unused?: boolean
  /** Of our operation. */
  id?: string | undefined
}

/** A difference at a place. Nothing breaks a client at a route that it does not use. */
export function differ(
  place: DescriptionPlace,
  kind: Difference['kind'],
  breaking: boolean,
  message: string,
): Difference {
  const { operation, field, assumed, unused = false } = place
  return { operation, field, kind, breaking: breaking && !unused, assumed, message }
}
