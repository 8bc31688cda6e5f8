import type { SignatureCause } from '../cause.js'
import { base64Claims, cutClaims, exactClaims, hexClaims } from './claims.js'

const AS_SENT = 'Pass on the value of X-Service-Signature exactly as you received it.'
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
    fix: "Keep `sha256=` before the digits: it is part of the header's value.",
    claims: (signature) => (/^=?[\da-f]{64}$/i.test(signature.trim()) ? hexClaims(signature.trim().slice(-64)) : []),
  },
  {
    id: 'signature-several',
    family: 'signature',
    sentence: 'The header holds several values, folded into one line; one of them verifies.',
    fix: 'Forward exactly one X-Service-Signature: a proxy or a test added a second one. Otherwise reject the request.',
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
    sentence: 'The digits are right, but the prefix is wrong; the service writes `sha256=`.',
    fix: MAKE_IT_SO,
    claims: (signature) => hexClaims(wordAndDigits(signature)).filter(({ algorithm }) => algorithm === 'sha256'),
  },
  {
    id: 'signature-cut',
    family: 'signature',
    sentence: 'The signature was truncated: it starts with the right digits, but the last ones are missing.',
    fix: 'Allow 71 characters where you store the signature: a column or field is too short.',
    claims: (signature) => cutClaims(/^sha256=([\da-f]+)$/.exec(signature)?.[1]),
  },
  {
    id: 'signature-other-scheme',
    family: 'signature',
    sentence: 'The signature has the format of another service, with a timestamp or a version in it.',
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
