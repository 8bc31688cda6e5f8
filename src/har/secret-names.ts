const WORD =
  '(?:secrets?|[a-z]{1,20}secret|secret[_-]?key|signing[_-]?key|private[_-]?key|passwords?|passwd|passphrase|credentials?|jwt|api[_-]?keys?|(?:access|auth|refresh|id|api|bearer|session|csrf|device|registration)[_-]?tokens?)'
const ANY_NAME = new RegExp(
  `^(?:[\\w-]{0,60}[_.-])?${WORD}$|^(?:token|client_?assertion|code_?verifier)$|[a-z]Secret$`,
  'i',
)
/** What a form or an address calls them; in JSON an error has a `code`, and an item may have a `key`. */
const PARAMETER =
  /^(?:key|sig|signature|assertion|authorization_code|device_code|user_code|x-amz-(?:signature|credential|security-token))$/i
const HEADER = /(^|-)(authorization|auth|api-?key|token|secret|password|cookie2?|session-id)$/i
/** As long as codes of a sign-in are, and longer than words of errors. */
const CODE = /^(?=.*[\da-z])\S{16,}$/

/** Whether a member of JSON, a parameter or a field of this name is a secret in any service. */
export function isSecretName(name: string): boolean {
  return ANY_NAME.test(name)
}

/** Whether a parameter of an address or a form is one. */
export function isSecretParameter(name: string, value: string): boolean {
  const own = name.slice(name.lastIndexOf('[') + 1).replace(/\]$/, '')
  return isSecretName(name) || isSecretName(own) || PARAMETER.test(name) || (/^code$/i.test(name) && CODE.test(value))
}

/** Whether a header authenticates, with any service. */
export function isSecretHeader(name: string): boolean {
  return HEADER.test(name)
}
