import { type Diagnosis, type FoundCause, type FrameworkName, RAW_BODY, type RawBodyRow } from '../../webhooks/tools.js'
import type { NamedSecret } from './secrets.js'

/** What `verify` found out, as JSON prints it. */
export type Checked =
  | { verified: true; secret: string; age_seconds?: number; too_old?: true }
  | { verified: false; cause?: Cause; raw_body?: RawBody; tried: { combinations: number; cut_short: boolean } }

interface Cause extends Pick<FoundCause, 'id' | 'certainty' | 'sentence' | 'fix' | 'delivery' | 'frameworks'> {
  /** The variable or file of the secret it verifies with. */
  secret?: string
  diff?: ReturnType<typeof diffOf>
}

type RawBody = RawBodyRow & { framework: FrameworkName }

/** A failed diagnosis in the words of JSON; with the code of a framework where one was named. */
export function failedData(
  { cause, tried }: Extract<Diagnosis, { verified: false }>,
  secrets: readonly NamedSecret[],
  framework: FrameworkName | undefined,
): Checked {
  return {
    verified: false,
    ...(cause ? { cause: causeOf(cause, secrets) } : {}),
    ...(framework === undefined ? {} : { raw_body: { framework, ...RAW_BODY[framework] } }),
    tried: { combinations: tried.hmacs, cut_short: tried.cutShort },
  }
}

/** A cause with the name of its secret instead of its number. */
export function causeOf(found: FoundCause, secrets: readonly NamedSecret[]): Cause {
  const { parts: _parts, secretIndex, diff, ...cause } = found
  const secret = secretIndex === undefined ? undefined : secrets[secretIndex]?.name
  return { ...cause, ...(secret === undefined ? {} : { secret }), ...(diff ? { diff: diffOf(diff) } : {}) }
}

function diffOf({ expectedBytes, receivedBytes, ...diff }: NonNullable<FoundCause['diff']>) {
  return { ...diff, expected_bytes: expectedBytes, received_bytes: receivedBytes }
}
