import { ControlError } from './control.js'

/** The value of a JSON text a person typed; throws `ControlError` if it is not JSON. */
export function requireJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new ControlError(400, 'NOT_JSON', (error as Error).message)
  }
}
