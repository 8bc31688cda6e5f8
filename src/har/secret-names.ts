const WORD =
  '(?:(?:proxy[_-]?)?authorization|(?:set[_-]?)?cookies?|passcode|secrets?|[a-z]{1,20}secret|secret[_-]?key|signing[_-]?key|private[_-]?key|passwords?|passwd|passphrase|credentials?|jwt|otp|pwd|api[_-]?keys?|(?:access|hmac|shared|subscription|master|full|raw|plain|plaintext)[_-]?key|key[_-]value|(?:access|auth|refresh|id|api|bearer|session|csrf|xsrf|device|registration|subject|actor|consent|invite|reset|verification|magic[_-]?link)[_-]?tokens?(?:[_-](?:value|hint))?)'
const ANY_NAME = new RegExp(
  `^(?:[\\w-]{0,60}[_.-])?${WORD}$|^(?:token|bearer|client[_-]?assertion|code[_-]?verifier|samlresponse)$|[a-z]Secret$`,
  'i',
)
/** What a form or an address calls them; in JSON an error has a `code`, and an item may have a `key`. */
const PARAMETER = /^(?:key|sig|signature|j?session_?id|x-amz-(?:signature|credential|security-token))$/i
/** What is exchanged for a token; errors, coupons and countries have a `code` too. */
const GRANT = /^(?:code|assertion|authorization_code|device_code|user_code)$/i
const HEADER = /(^|-)(authorization|auth|api-?key|token|secret|password|cookie2?|session-id)$/i
/** No word of an error, and no number of a status. */
const NO_WORD = /^(?![A-Z_]+$|[a-z]+(?:_[a-z]+)*$|\d{1,4}$)/
/** Made by chance: with digits and letters, and longer than numbered words of errors. */
const RANDOM = /^(?=.*\d)(?=.*[A-Za-z])(?=\S{16})(?![a-z]+(?:[_.-][a-z\d]+)+$|[A-Z]+(?:[_.-][A-Z\d]+)+$)/

/** Asks for a word: whether something is wanted, or which kinds of cookies are. */
const CHOICE = /^(?:accepts?|allows?|has|is|requires?|needs?|supports?|without|enabled?|disabled?)[_-]|[_-]cookies$/i

/** Whether a member of JSON, a parameter or a field of this name is a secret in any service. */
export function isSecretName(name: string): boolean {
  return ANY_NAME.test(name)
}

/** Whether the text of what has such a name only says what is chosen, such as `accept_cookies=necessary`. */
export function isChoice(name: string, value: string): boolean {
  return CHOICE.test(name) && !NO_WORD.test(value)
}

/** Whether a parameter of an address or a form is one. */
export function isSecretParameter(name: string, value: string): boolean {
  const own = name.slice(name.lastIndexOf('[') + 1).replace(/\]$/, '')
  if (isChoice(own, value)) return false
  return isSecretName(name) || isSecretName(own) || PARAMETER.test(name) || (isGrantName(name) && NO_WORD.test(value))
}

/** Whether a value of this name may be what is exchanged for a token. */
export function isGrantName(name: string): boolean {
  return GRANT.test(name)
}

/** Whether a member of such a name is one: in a request for a token always, elsewhere by its look. */
export function isGrant(value: string, asksForToken: boolean): boolean {
  return asksForToken || RANDOM.test(value)
}

/** Whether a header authenticates, with any service. */
export function isSecretHeader(name: string): boolean {
  return HEADER.test(name) || isSecretName(name)
}
