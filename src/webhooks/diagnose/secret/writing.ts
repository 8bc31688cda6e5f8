import type { SecretCause } from '../cause.js'

const COPY = 'Copy the secret again, exactly as it was shown when it was created, with nothing around it.'

/** How a secret is written down wrongly, in the order it is tried. */
export const SECRET_WRITING = [
  {
    id: 'secret-white-space',
    family: 'secret',
    sentence: 'The secret has white space or a line break around it.',
    fix: 'Trim the secret when you read it: files and `echo` add a line break, copying adds spaces.',
    keys: (secret) => [trim(secret)],
  },
  {
    id: 'secret-quotes',
    family: 'secret',
    sentence: 'The secret has quotation marks around it.',
    fix: 'Remove the quotation marks: `docker --env-file` and many others keep them as part of the value.',
    keys: (secret) => [/^\s*(["'`])(.*)\1\s*$/s.exec(secret)?.[2] ?? secret],
  },
  {
    id: 'secret-whole-line',
    family: 'secret',
    sentence: 'The secret is a whole line of a settings file, including its name.',
    fix: 'Use only what comes after the `=` or the colon.',
    keys: (secret) => {
      const value = /^\s*(?:export\s+)?[\w.-]+\s*[=:]\s*(.+?)\s*$/s.exec(secret)?.[1] ?? secret
      return [value, value.replace(/^(["'])(.*)\1$/s, '$2')]
    },
  },
  {
    id: 'secret-line-break-missing',
    family: 'secret',
    sentence: 'The signature was made with a line break after the secret.',
    fix: 'Use `printf %s` or `echo -n` in the script that signs: plain `echo` adds a line break to the secret.',
    keys: (secret) => [`${secret}\n`, `${secret}\r\n`, `${secret} `, ` ${secret}`],
  },
  {
    id: 'secret-quotes-missing',
    family: 'secret',
    sentence: 'The signature was made with quotation marks around the secret.',
    fix: 'Remove the quotation marks where the signature is made.',
    keys: (secret) => [`"${secret}"`, `'${secret}'`],
  },
  {
    id: 'secret-prefix-missing',
    family: 'secret',
    sentence: 'The secret lacks its prefix `whsec_`, which is part of it.',
    fix: 'Use the whole secret as it was shown, `whsec_` included.',
    keys: (secret) => [`whsec_${trim(secret)}`],
  },
  {
    id: 'secret-prefix-removed',
    family: 'secret',
    sentence: 'The signature was made with the secret without its prefix `whsec_`, which is part of it.',
    fix: 'Sign with the whole secret, `whsec_` included: libraries for other services may strip it.',
    keys: (secret) => [trim(secret).replace(/^whsec_/, '')],
  },
  {
    id: 'secret-case',
    family: 'secret',
    sentence: 'The secret was changed to upper or lower case.',
    fix: COPY,
    keys: (secret) => [secret.toLowerCase(), secret.toUpperCase()],
  },
  {
    id: 'secret-old',
    family: 'secret',
    sentence: 'The delivery was signed with the secret from before the rotation.',
    fix: 'New deliveries are signed with the new secret immediately: this one was signed earlier, or the sender still has the old secret. Accept both only during the change.',
    keys: (_secret, { oldSecrets }) => oldSecrets,
  },
] as const satisfies readonly SecretCause[]

/** Also what copying from a page leaves behind: no-break and zero-width blanks, byte order marks. */
function trim(secret: string): string {
  return secret.replace(/^(?:\s|[\u200b-\u200d\u2060])+|(?:\s|[\u200b-\u200d\u2060])+$/g, '')
}
