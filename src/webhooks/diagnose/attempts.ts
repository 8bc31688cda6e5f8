import type { BodyCause, SecretCause } from './cause.js'
import { BODY_CAUSES, SECRET_CAUSES } from './causes.js'
import type { Evidence } from './evidence.js'

/** A body and a key that may be the ones the signature was made with, and what would have happened then. */
export interface SignatureAttempt {
  body: Buffer
  bodyCause?: BodyCause
  key: Buffer
  secretIndex: number
  secretCause?: SecretCause
}

type Key = Pick<SignatureAttempt, 'key' | 'secretIndex' | 'secretCause'>
type Body = Pick<SignatureAttempt, 'body' | 'bodyCause'>

/** Candidates of smaller bodies are kept for the second round; those of larger ones are made again. */
const MAX_KEPT_BYTES = 64 * 1024

/** Everything worth trying: one thing undone first, then one at the body together with one at the secret. */
export function* listAttempts(evidence: Evidence): Generator<SignatureAttempt> {
  const plain = plainKeys(evidence)
  const repaired = repairedKeys(evidence)
  const bodies = evidence.body.length > MAX_KEPT_BYTES ? () => repairedBodies(evidence) : kept(repairedBodies(evidence))
  for (const key of [...plain, ...repaired]) yield { body: evidence.body, ...key }
  for (const body of bodies()) yield* withKeys(body, plain)
  const paired = repaired.filter(({ secretCause }) => !secretCause?.alone)
  for (const body of bodies()) yield* withKeys(body, paired)
}

/** The same bodies without repetitions, made when first asked for and remembered. */
function kept(bodies: Generator<Body>): () => Iterable<Body> {
  const made: Body[] = []
  const seen = new Set<string>()
  return function* () {
    yield* made
    for (let next = bodies.next(); !next.done; next = bodies.next()) {
      const text = next.value.body.toString('latin1')
      if (seen.has(text)) continue
      seen.add(text)
      made.push(next.value)
      yield next.value
    }
  }
}

function* withKeys(body: Body, keys: readonly Key[]): Generator<SignatureAttempt> {
  for (const key of keys) yield { ...body, ...key }
}

function plainKeys({ secrets }: Evidence): Key[] {
  return secrets.map((secret, secretIndex) => ({ key: Buffer.from(secret), secretIndex }))
}

function repairedKeys(evidence: Evidence): Key[] {
  const seen = new Set(evidence.secrets.map((secret) => Buffer.from(secret).toString('latin1')))
  const keys: Key[] = []
  for (const secretCause of SECRET_CAUSES) {
    for (const [secretIndex, secret] of evidence.secrets.entries()) {
      for (const candidate of secretCause.keys(secret, evidence)) {
        const key = Buffer.from(candidate as string)
        if (seen.has(key.toString('latin1'))) continue
        seen.add(key.toString('latin1'))
        keys.push({ key, secretIndex, secretCause })
      }
    }
  }
  return keys
}

function* repairedBodies(evidence: Evidence): Generator<Body> {
  for (const bodyCause of BODY_CAUSES) {
    for (const candidate of bodyCause.bodies(evidence)) {
      const body = typeof candidate === 'string' ? Buffer.from(candidate) : Buffer.from(candidate)
      if (!body.equals(evidence.body)) yield { body, bodyCause }
    }
  }
}
