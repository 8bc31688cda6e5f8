import type { SignatureCause } from '../cause.js'
import { base64Claims, cutClaims, exactClaims, hexClaims } from './claims.js'

const AS_SENT = 'Hand over the value of X-Service-Signature exactly as it was received.'
const MAKE_IT_SO =
  'Write the signature as `sha256=` and 64 lower-case hex digits, and compare it with the header in that form.'
const QUOTES = /^\s*(["'`])(.*)\1[\s,;]*$/s

/** What happens to the text of a signature, in the order it is tried. */
export const SIGNATURE_FORMS = [
  {
    id: 'signature-white-space',
    family: 'signature',
    sentence: 'The signature has white space or a line break around it.',
    fix: 'Trim the value of the header before comparing it.',
    claims: (signature) => exactClaims(signature.trim()),
  },
  {
    id: 'signature-quotes',
    family: 'signature',
    sentence: 'The signature has quotation marks around it.',
    fix: `${AS_SENT} Leave out the quotation marks.`,
    claims: (signature) => exactClaims(QUOTES.exec(signature)?.[2]?.trim() ?? ''),
  },
  {
    id: 'signature-header-line',
    family: 'signature',
    sentence: 'The signature is the whole header line, its name included.',
    fix: 'Leave out the name of the header and the colon.',
    claims: (signature) => exactClaims(signature.replace(/^\s*[\w-]+\s*:\s*/, '').trim()),
  },
  {
    id: 'signature-url-encoded',
    family: 'signature',
    sentence: 'The signature was URL-encoded: its `=` became `%3D`.',
    fix: AS_SENT,
    claims: (signature) => exactClaims(signature.replace(/%3d/i, '=')),
  },
  {
    id: 'signature-upper-case',
    family: 'signature',
    sentence: 'The signature is in upper case; the service writes `sha256=` and lower-case hex digits.',
    fix: MAKE_IT_SO,
    claims: (signature) => exactClaims(signature.toLowerCase()),
  },
  {
    id: 'signature-no-prefix',
    family: 'signature',
    sentence: 'The signature lacks its prefix `sha256=`.',
    fix: 'Keep `sha256=` in front of the digits: it is part of the value of the header.',
    claims: (signature) => (/^=?[\da-f]{64}$/i.test(signature.trim()) ? hexClaims(signature.trim().slice(-64)) : []),
  },
  {
    id: 'signature-several',
    family: 'signature',
    sentence: 'The header holds several values, folded into one line; one of them verifies.',
    fix: 'Let exactly one X-Service-Signature through: a proxy or a test added a second one. Refuse the request otherwise.',
    claims: (signature) => (/[,;\s]/.test(signature) ? severalClaims(signature) : []),
  },
  {
    id: 'signature-base64',
    family: 'signature',
    sentence: 'The signature is written in base64; the service writes hex digits.',
    fix: `Take the HMAC as hex: \`digest('hex')\`, \`hexdigest()\`, \`hex.EncodeToString\`. ${MAKE_IT_SO}`,
    claims: (signature) => base64Claims(signature.trim().replace(/^[\w-]+=(?=.{26})/, '')),
  },
  {
    id: 'signature-other-algorithm',
    family: 'signature',
    sentence: 'The signature was made with another hash algorithm; the service uses HMAC-SHA256.',
    fix: `Use SHA-256. ${MAKE_IT_SO}`,
    claims: (signature) => hexClaims(wordAndDigits(signature)).filter(({ algorithm }) => algorithm !== 'sha256'),
  },
  {
    id: 'signature-wrong-word',
    family: 'signature',
    sentence: 'The signature is the right one behind the wrong word; the service writes `sha256=`.',
    fix: MAKE_IT_SO,
    claims: (signature) => hexClaims(wordAndDigits(signature)).filter(({ algorithm }) => algorithm === 'sha256'),
  },
  {
    id: 'signature-cut',
    family: 'signature',
    sentence: 'The signature was cut: it begins with the right digits, and the last ones are missing.',
    fix: 'Make room for 71 characters where the signature is kept: a column or a field is too short for it.',
    claims: (signature) => cutClaims(/^sha256=([\da-f]+)$/.exec(signature)?.[1]),
  },
  {
    id: 'signature-other-scheme',
    family: 'signature',
    sentence: 'The signature is in the form of another service, with a timestamp or a version in it.',
    fix: `Take the header X-Service-Signature, not another service's, and don't use that service's library. ${MAKE_IT_SO}`,
    claims: otherSchemeClaims,
  },
] as const satisfies readonly SignatureCause[]

/** `t=…,v1=hex`, `v0=hex`, and `v1,base64`, one or more of them. */
export function isOtherScheme(signature: string): boolean {
  return /(?:^|[,\s])v\d+[=,][\w+/=-]{20,}/.test(signature)
}

function otherSchemeClaims(signature: string) {
  const values = [...signature.matchAll(/(?:^|[,\s])v\d+[=,]([\w+/=-]{20,})/g)].map((match) => match[1]!)
  return values.flatMap((value) => [...hexClaims(value), ...base64Claims(value)])
}

function severalClaims(signature: string) {
  return signature
    .split(/[,;\s]+/)
    .slice(0, 16)
    .flatMap(exactClaims)
}

function wordAndDigits(signature: string): string | undefined {
  return /^\s*[\w-]+(?:\([^()]*\))?\s*[=:]\s*([\da-f]+)\s*$/i.exec(signature)?.[1]
}
