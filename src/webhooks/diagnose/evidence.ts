import { lazy } from '../../base/lazy.js'
import { findJson, type JsonNode } from '../json/parse-json.js'
import { JSON_STYLE_NAMES, JSON_STYLES, type JsonStyleName } from '../json/styles.js'
import { writeJson } from '../json/write-json.js'

/** What a person has in hand when a signature does not verify. */
export interface DiagnoseRequest {
  /** The bytes the signature was checked against. */
  body: Uint8Array
  /** The value of `X-Service-Signature`, as it was read. */
  signature: string
  secrets: readonly string[]
  /** Secrets from before a rotation; they never verify, they only explain. */
  oldSecrets?: readonly string[]
  /** The name of the environment variable that holds the secret. */
  secretName?: string
  /** Of the request, names in any case. */
  headers?: Readonly<Record<string, string>>
  /** Other deliveries of the same receiver, to find a signature that belongs to one of them. */
  others?: readonly OtherDelivery[]
  budget?: Partial<DiagnosisBudget>
}

export interface OtherDelivery {
  id?: string
  body: Uint8Array
}

/** Bounds of one diagnosis: HMACs computed, and bytes put through them. */
export interface DiagnosisBudget {
  hmacs: number
  bytes: number
}

/** The request with what the causes look at, each made once and when asked for. */
export interface Evidence {
  body: Buffer
  /** Undefined if the body is not UTF-8; a byte order mark is kept. */
  text: string | undefined
  json: JsonNode | undefined
  /** The style the body is written in, if it is one of those known. */
  style: JsonStyleName | undefined
  signature: string
  secrets: readonly string[]
  oldSecrets: readonly string[]
  secretName: string | undefined
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>
  others: readonly OtherDelivery[]
}

/** Above it, causes that rebuild the whole text are not tried: the tree alone would take ten times as much. */
const MAX_TEXT_BYTES = 16 * 1024 * 1024

/** What the causes look at, from what the person gave. */
export function gatherEvidence(request: DiagnoseRequest): Evidence {
  const body = Buffer.from(request.body.buffer, request.body.byteOffset, request.body.byteLength)
  const text = lazy(() => (body.length > MAX_TEXT_BYTES ? undefined : findText(body)))
  const json = lazy(() => {
    const whole = text()
    return whole === undefined ? undefined : findJson(whole.replace(/^\ufeff/, ''))
  })
  const style = lazy(() => {
    const [tree, written] = [json(), text()?.trimEnd()]
    return tree && JSON_STYLE_NAMES.find((name) => writeJson(tree, JSON_STYLES[name].style) === written)
  })
  return {
    body,
    get text() {
      return text()
    },
    get json() {
      return json()
    },
    get style() {
      return style()
    },
    signature: request.signature,
    secrets: request.secrets,
    oldSecrets: request.oldSecrets ?? [],
    secretName: request.secretName,
    headers: Object.fromEntries(Object.entries(request.headers ?? {}).map(([name, v]) => [name.toLowerCase(), v])),
    others: request.others ?? [],
  }
}

/** The text of bytes, or nothing if they are not UTF-8. */
export function findText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
