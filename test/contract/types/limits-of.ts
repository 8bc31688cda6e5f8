import type { JsonObject } from '../../../src/base/is-object.js'
import { describedKeywords, Id, nameOf, type TSchema } from '../../../src/contract/schema.js'

/** Of identifiers the service gives, which no caller needs to count. */
const ID_LENGTH = (Id as { maxLength?: number }).maxLength

type Limits = Partial<
  Record<'minLength' | 'maxLength' | 'minItems' | 'maxItems' | 'minimum' | 'maximum' | 'default', number> &
    Record<'format' | 'x-says', string>
>

/** The limits a schema sets, as the text of a sentence. */
export function limitsOf(schema: TSchema): string | undefined {
  const node = { ...(schema as JsonObject), ...describedKeywords(schema) } as Limits
  const { minLength, maxLength, minItems, maxItems, minimum, maximum, default: usual, format } = node
  const says = node['x-says']
  const parts = [
    maxLength === undefined || maxLength === ID_LENGTH ? undefined : rangeText(minLength, maxLength, 'characters'),
    maxItems === undefined ? undefined : rangeText(minItems, maxItems, 'entries'),
    maximum === undefined
      ? minimum !== undefined && minimum > 0
        ? `at least ${minimum}`
        : undefined
      : rangeText(minimum, maximum, ''),
    format === 'date-time' ? 'ISO 8601 in UTC' : undefined,
    says,
    usual === undefined ? undefined : `default: ${usual}`,
  ].filter((part) => part !== undefined)
  return parts.length === 0 || nameOf(schema) ? undefined : parts.join('; ')
}

function rangeText(least: number | undefined, most: number, unit: string): string {
  const range =
    least === undefined || (least === 0 && unit !== '') ? `at most ${count(most)}` : `${count(least)} to ${count(most)}`
  return `${range} ${unit}`.trim()
}

function count(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',')
}
