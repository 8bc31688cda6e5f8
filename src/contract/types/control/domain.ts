/** Generated from the tables of operations by `npm run record`; do not edit. */

export type SenderDomainRecord = {
  /** Domain that invites are sent from; null for none. */
  domain: string | null
  /** State of the verification of the domain. */
  status: 'verified' | 'pending' | 'missing'
}

export type SetSenderDomainBody = {
  /** Domain that invites are sent from; null for none. */
  domain: string | null
  /** State of the verification of the domain. */
  status: 'verified' | 'pending' | 'missing'
}

/** The operations of `domain`, by name. */
export interface ControlDomain {
  /**
   * The sending domain of an organisation and its verification.
   *
   * `GET /_emulator/orgs/{org_id}/sender-domain`
   */
  getSenderDomain: { params: Record<never, never>; query: undefined; body: undefined; result: SenderDomainRecord }
  /**
   * Sets the sending domain and its verification.
   *
   * `PUT /_emulator/orgs/{org_id}/sender-domain`
   */
  setSenderDomain: {
    params: Record<never, never>
    query: undefined
    body: SetSenderDomainBody
    result: SenderDomainRecord
  }
}
