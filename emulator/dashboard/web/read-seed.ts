import { isObject } from '../../../src/base/is-object.js'
import { readYaml, type YamlText } from '../../../src/base/yaml.js'
import { LIMITS } from '../../../src/contract/limits.js'
import { ControlError } from './control.js'

/** A seed document as a person wrote it, YAML or JSON; rejects with the lines where it is neither. */
export function requireSeedText(text: string): YamlText & { value: Record<string, unknown> } {
  const read = readYaml(text, LIMITS.jsonDepth)
  if ('faults' in read) {
    throw notRead(read.faults.map(({ line, column, message }) => `line ${line}, column ${column}: ${message}`))
  }
  const { value, placeOf } = read
  if (!isObject(value)) {
    throw notRead(['line 1: must be an object, such as "groups: []"'])
  }
  return { value: value as Record<string, unknown>, placeOf }
}

/** The same refusal with the line of the text that each fault is in; `below`: where the document lay in the request. */
export function withLines(error: ControlError, { placeOf }: YamlText, below = ''): ControlError {
  const faults = Object.entries(error.details).flatMap(([at, texts]) => {
    const member = below !== '' && at.startsWith(`${below}.`) ? at.slice(below.length + 1) : at
    const { line } = placeOf(member)
    return texts.map((text) => ({ line, text: `${member} ${text}`.trim() }))
  })
  faults.sort((a, b) => a.line - b.line)
  const lines = faults.slice(0, SHOWN).map(({ line, text }) => `line ${line}: ${text}`)
  const more = faults.length > SHOWN ? [`… and ${faults.length - SHOWN} more`] : []
  return new ControlError(error.status, error.code, error.message, { '': [...lines, ...more] })
}

const SHOWN = 10

function notRead(lines: string[]): ControlError {
  return new ControlError(400, 'NOT_YAML', 'This is neither YAML nor JSON.', { '': lines })
}
