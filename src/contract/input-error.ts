export type InputFault =
  | 'API_KEY_MISSING'
  | 'API_KEY_MALFORMED'
  | 'BASE_URL_INVALID'
  | 'PLAIN_HTTP_REFUSED'
  | 'FOREIGN_ORIGIN_REFUSED'
  | 'EMULATOR_KEY_REFUSED'
  | 'REAL_KEY_REFUSED'
  | 'ARGUMENT_INVALID'
  | 'FACTS_INVALID'

/** Refused before anything was sent. */
export class InputError extends Error {
  override readonly name = 'InputError'
  readonly fault: InputFault
  readonly hint: string | undefined

  constructor(fault: InputFault, message: string, hint?: string) {
    super(message)
    this.fault = fault
    this.hint = hint
  }
}
