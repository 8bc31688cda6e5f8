import { parseApiKey } from '../contract/api-key.js'
import { InputError } from '../contract/input-error.js'

/**
 * Checks an API key before any request (KEY-10). The messages say what is wrong with it and never show it. `withheld` says why a key
 * there is cannot be used, where that is so.
 */
export function requireApiKey(text: string | undefined, withheld?: string): string {
  if (withheld !== undefined && !text) {
    const hint = 'Name the profile of that service with --profile, or set INPK_API_KEY.'
    throw new InputError('API_KEY_MISSING', `No API key may be used: ${withheld}.`, hint)
  }
  if (text === undefined || text === '') {
    throw new InputError('API_KEY_MISSING', 'No API key is set.', 'Set INPK_API_KEY, or log in with `inpk login`.')
  }
  if (parseApiKey(text)) return text
  throw new InputError(
    'API_KEY_MALFORMED',
    `The API key is malformed: ${describeFault(text)}.`,
    'A key reads inpk_live_ or inpk_test_, 10 letters or digits, _, and 44 characters of base64.',
  )
}

function describeFault(text: string): string {
  if (/^\s|\s$/.test(text)) return 'it has white space or a line break around it'
  if (/\s/.test(text)) return 'it has white space or a line break in it'
  if (/^["'`]|["'`]$/.test(text)) return 'it has quotation marks around it'
  if (/^bearer/i.test(text)) return 'it begins with "Bearer": give the key alone'
  if (/[^\x21-\x7e]/.test(text)) return 'it has characters that are not plain ASCII'
  if (!text.startsWith('inpk_')) return 'it does not begin with inpk_'
  const [, environment = '', id = '', ...secret] = text.split('_')
  if (environment !== 'live' && environment !== 'test') return 'its second part is neither live nor test'
  if (!/^[A-Za-z0-9]{10}$/.test(id)) return 'its identifier is not 10 letters or digits'
  const { length } = secret.join('_')
  if (length !== 44) return `its secret has ${length} characters instead of 44`
  return 'its secret is not base64'
}
