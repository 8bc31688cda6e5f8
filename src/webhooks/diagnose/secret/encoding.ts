import { decodePercent } from '../../../base/escape.js'
import type { SecretCause } from '../cause.js'

const AS_TEXT = 'Use the UTF-8 bytes of the secret as it was shown as the key; do not decode it.'

/** Encodings a secret goes through by mistake, in the order they are tried. */
export const SECRET_ENCODINGS = [
  {
    id: 'secret-base64-decoded',
    family: 'secret',
    sentence: 'The signature was made with the secret decoded from base64.',
    fix: AS_TEXT,
    keys: (secret) =>
      [secret, secret.replace(/^whsec_/, '')].filter(isBase64).map((each) => Buffer.from(each, 'base64')),
  },
  {
    id: 'secret-hex-decoded',
    family: 'secret',
    sentence: 'The signature was made with the secret decoded from hex digits.',
    fix: AS_TEXT,
    keys: (secret) => [secret, secret.replace(/^whsec_/, '')].filter(isHex).map((each) => Buffer.from(each, 'hex')),
  },
  {
    id: 'secret-base64-encoded',
    family: 'secret',
    sentence: 'The secret in use is the decoded form; the signature was made with its base64.',
    fix: `${AS_TEXT} That is the text in base64.`,
    keys: (secret) => {
      const bytes = Buffer.from(secret)
      const url = bytes.toString('base64url')
      return [bytes.toString('base64'), url, `whsec_${bytes.toString('base64')}`, `whsec_${url}`]
    },
  },
  {
    id: 'secret-hex-encoded',
    family: 'secret',
    sentence: 'The secret in use is the decoded form; the signature was made with its hex digits.',
    fix: `${AS_TEXT} That is the text in hex digits.`,
    keys: (secret) => [Buffer.from(secret).toString('hex')],
  },
  {
    id: 'secret-url-encoded',
    family: 'secret',
    sentence: 'The secret in use is URL-encoded.',
    fix: 'Decode it before use, or store it unencoded: a secret is not part of a URL.',
    keys: (secret) => [decodePercent(secret), decodePercent(secret.replaceAll('+', ' '))],
  },
  {
    id: 'secret-url-decoded',
    family: 'secret',
    sentence: 'The secret in use was URL-decoded, and so `+` or `%` in it were lost.',
    fix: 'Use the secret as it was shown; do not pass it through a URL or a form.',
    keys: (secret) => [secret.replaceAll(' ', '+'), encodeURIComponent(secret.toWellFormed())],
  },
  {
    id: 'secret-escaped',
    family: 'secret',
    sentence: 'The secret in use contains backslashes that were only escapes.',
    fix: 'Write the secret without escapes, or read it with a parser that understands them.',
    keys: (secret) => [secret.replace(/\\(.)/g, '$1'), unescapeJson(secret)],
  },
  {
    id: 'secret-escapes-lost',
    family: 'secret',
    sentence:
      'The secret lost characters to a shell: `$…` was expanded as a variable, or a backslash was read as an escape.',
    fix: 'Put the secret in single quotes in a shell, and write `$$` for `$` in a compose file.',
    keys: (secret) => [secret.replaceAll('$', '$$$$'), secret.replaceAll('\\', '\\\\')],
  },
  {
    id: 'secret-charset',
    family: 'secret',
    sentence: 'The secret was not encoded as UTF-8, or its accents are composed differently.',
    fix: AS_TEXT,
    keys: (secret) => [
      Buffer.from(secret, 'latin1'),
      Buffer.from(secret, 'utf16le'),
      Buffer.from(secret, 'utf16le').swap16(),
      secret.normalize('NFC'),
      secret.normalize('NFD'),
    ],
  },
] as const satisfies readonly SecretCause[]

function isHex(text: string): boolean {
  return /^(?:[\da-f]{2}){4,}$/i.test(text)
}

function isBase64(text: string): boolean {
  return /^[\w+/-]{8,}={0,2}$/.test(text)
}

function unescapeJson(text: string): string {
  try {
    return JSON.parse(`"${text}"`) as string
  } catch {
    return text
  }
}
