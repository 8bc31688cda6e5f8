import { sampleEvent } from '../sample/sample-event.js'
import { signatureUnder } from '../signature.js'
import type { KitSubject } from './kit-case.js'

/** The subject of one run: samples signed with its secret, each body another millisecond and so unlike all others. */
export function createSubject(secret: string, oldSecret: string | undefined, now: number): KitSubject {
  let bodies = 0
  return {
    secret,
    ...(oldSecret === undefined ? {} : { oldSecret }),
    body: (event, { ageMs = 0, set = [] } = {}) =>
      Buffer.from(JSON.stringify(sampleEvent(event, { now: now - ageMs + bodies++, set }))),
    sign: (body, other = secret) => signatureUnder(other, body),
  }
}
