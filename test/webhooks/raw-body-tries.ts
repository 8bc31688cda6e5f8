import { sign } from '../../src/webhooks/index.js'

export const SECRET = 'whsec_x'
const BODY = Buffer.from('{ "event": "test", "data": {"message": "Größe"} }\n')
const SIGNATURE = sign(SECRET, BODY)
/** A right request, one whose body was written anew, a wrong signature, and none. */
export const TRIES = [
  [BODY, SIGNATURE, 204],
  [Buffer.from(JSON.stringify(JSON.parse(BODY.toString()))), SIGNATURE, 401],
  [BODY, SIGNATURE.replace(/.$/, 'x'), 401],
  [BODY, undefined, 401],
] as const
