import { Compile, type Validator } from 'typebox/compile'
import { CONTROL_IDS, CONTROL_PREFIX, type ControlId, controlRowOf } from '../../src/contract/control/index.js'
import { sampleOf } from '../emulator/schema-samples.js'
import { checkError } from './answer-checks.js'
import type { Answer } from './exchange.js'

/** What ends the organisation under test, makes more of them without end, or does not end itself. */
const LEFT_OUT: readonly ControlId[] = ['createOrganization', 'deleteOrganization', 'streamEvents']

interface Entry {
  id: ControlId
  method: string
  /** With `/_emulator` before it; the organisation is the second one, and `{}` any other name in it. */
  path: string
  /** A body that is right in form. */
  sample: object | undefined
  queries: readonly string[]
  result: Validator
}

/** Every control operation that can be asked for over and over. */
export const CONTROL_ENTRIES: readonly Entry[] = CONTROL_IDS.filter((id) => !LEFT_OUT.includes(id)).map((id) => {
  const { method, path, body, query, result } = controlRowOf(id)
  return {
    id,
    method,
    path: CONTROL_PREFIX + path.replace('{org_id}', '2').replaceAll(/\{\w+\}/g, '{}'),
    sample: body && (sampleOf(body) as object),
    queries: Object.keys((query as { properties?: object } | undefined)?.properties ?? {}),
    result: Compile(result) as unknown as Validator,
  }
})

/** Throws unless the answer is what the table of the control API has for the operation, or a refusal in the envelope. */
export function checkControl({ id, result }: Entry, answer: Answer, about: string): void {
  const { status, media = 'application/json' } = controlRowOf(id)
  if (answer.status >= 400) {
    checkError(answer, about)
    return
  }
  const type = answer.headers['content-type']?.split(';')[0]
  const value = media === 'application/json' ? answer.json : answer.text
  const isRight = status === 204 ? answer.text === '' : type === media && result.Check(value)
  if (answer.status !== status || !isRight) throw new Error(`${about}: ${id} ${answer.status} ${type} ${answer.text}`)
}
