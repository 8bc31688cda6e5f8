import { FRAMEWORK_NAMES, type FrameworkName } from '../raw-body/index.js'
import type { SignatureAttempt } from './attempts.js'
import type { BodyCause, ComputationCause, SecretCause, SignatureCause, VisibleCause } from './cause.js'
import { type BodyDiff, diffBodies } from './diff.js'
import type { Evidence } from './evidence.js'

type AnyCause = BodyCause | SecretCause | SignatureCause | ComputationCause | VisibleCause

/** Why a signature does not verify. */
export interface FoundCause {
  /** Of the cause; of several, joined with `+`. */
  id: string
  /** What has to be undone, one to three of them: signature, body, secret. */
  parts: readonly string[]
  /** `verifies`: with this undone the signature verifies. `seen`: a fact about what was given, and nothing was proven. */
  certainty: 'verifies' | 'seen'
  sentence: string
  fix: string
  /** Of the secrets, the one it verifies with. */
  secretIndex?: number
  /** Of the other deliveries, the one the signature belongs to. */
  delivery?: string
  /** Rows of RAW_BODY that help. */
  frameworks?: readonly FrameworkName[]
  /** Where the signed body and the given one differ. */
  diff?: BodyDiff
}

/** What an attempt that verified says. */
export function describeAttempt(
  evidence: Evidence,
  attempt: SignatureAttempt,
  form: SignatureCause | undefined,
): FoundCause {
  const { body, bodyCause, secretCause, secretIndex } = attempt
  const said = form && bodyCause?.implies?.includes(form.id) ? undefined : form
  const found = describeCause(evidence, [said, bodyCause, secretCause], 'verifies')
  const delivery = bodyCause?.family === 'delivery' ? nameDelivery(evidence, body) : undefined
  return {
    ...found,
    secretIndex,
    ...(delivery === undefined ? {} : { delivery }),
    ...(bodyCause?.family === 'body' ? { diff: diffBodies(body, evidence.body) } : {}),
  }
}

/** The causes as one: their sentences and fixes in a row. */
export function describeCause(
  evidence: Evidence,
  rows: readonly (AnyCause | undefined)[],
  certainty: FoundCause['certainty'],
): FoundCause {
  const present = rows.filter((row) => row !== undefined)
  const parts = present.map(({ id }) => id)
  const frameworks = present.flatMap((row) => frameworksOf(evidence, row))
  return {
    id: parts.join('+'),
    parts,
    certainty,
    sentence: present.map(({ sentence }) => (typeof sentence === 'string' ? sentence : sentence(evidence))).join(' '),
    fix: present.map(({ fix }) => fix).join(' '),
    ...(frameworks.length > 0 ? { frameworks } : {}),
  }
}

function frameworksOf(evidence: Evidence, row: AnyCause): readonly FrameworkName[] {
  const rawBody = 'rawBody' in row ? row.rawBody : undefined
  if (!rawBody) return []
  if (rawBody === true) return FRAMEWORK_NAMES
  return (typeof rawBody === 'function' ? rawBody(evidence) : rawBody) ?? FRAMEWORK_NAMES
}

function nameDelivery({ others }: Evidence, body: Buffer): string | undefined {
  const index = others.findIndex((other) => body.equals(other.body))
  return index < 0 ? undefined : (others[index]?.id ?? `number ${index + 1}`)
}
