import type { SecretCause } from '../cause.js'

const NAMES = ['WEBHOOK_SECRET', 'SIGNING_SECRET', 'WEBHOOK_SIGNING_SECRET', 'SECRET']

/** Secrets that never were one, in the order they are tried. */
export const SECRET_UNSET = [
  {
    id: 'secret-variable-unset',
    family: 'secret',
    sentence: 'The signature was made without a secret, or with a word such as `undefined`.',
    fix: 'Set the secret where the signature is made: a variable is missing there.',
    alone: true,
    keys: () => ['', 'undefined', 'null', 'None', 'nil', 'false'],
  },
  {
    id: 'secret-variable-name',
    family: 'secret',
    sentence: 'The signature was made with the name of the variable instead of its value.',
    fix: 'Expand the variable where the signature is made: single quotes keep `$NAME` as it is.',
    alone: true,
    keys: (_secret, { secretName }) =>
      [...(secretName === undefined ? [] : [secretName]), ...NAMES].flatMap(waysToName),
  },
] as const satisfies readonly SecretCause[]

/** Whether a secret is a reference to a variable that no one replaced. */
export function isVariable(secret: string): boolean {
  return /^\s*(?:\$\w+|\$\{[^}]+\}|\$\{\{[^}]+\}\}|\{\{[^}]+\}\}|%\w+%|\$env:\w+|process\.env\.\w+|<[\w -]+>)\s*$/.test(
    secret,
  )
}

function waysToName(name: string): string[] {
  return [`$${name}`, `\${${name}}`, `%${name}%`, `$env:${name}`, `process.env.${name}`, `{{${name}}}`, name]
}
