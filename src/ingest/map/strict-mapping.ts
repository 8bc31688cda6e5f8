import { nearest } from '../../base/nearest.js'
import { MEMBERS } from '../../contract/items/members.js'
import { MappingError } from '../errors.js'
import type { Mapping, MemberColumn, TextColumn } from './mapping.js'

const COLUMNS_NAMED = 50

/** Which header holds what, as the `mapping` of an upload says it; without one, headers equal to the names of members count. */
export interface StrictColumns {
  /** Header by field; undefined: `text` goes to the one field `onlyField`. */
  fields: Readonly<Record<string, string>> | undefined
  onlyField: string
  /** Header by member. */
  members: Readonly<Partial<Record<MemberColumn['member'], string>>> | undefined
}

/** Columns by their exact headers and nothing else: the service guesses nothing. Rejects with `MappingError`. */
export function strictMapping(columns: readonly string[], chosen: StrictColumns): Mapping {
  const headers = columns.map((column) => column.trim())
  const fields = chosen.fields ?? { [chosen.onlyField]: 'text' }
  const texts = Object.entries(fields).map(
    ([field, header]): TextColumn => ({
      ...{ field, header, chosenBy: 'option' },
      index: requireIndex(headers, header, chosen.fields ? '' : '; say in "mapping" which of them holds the text'),
    }),
  )
  const members = MEMBERS.flatMap((member): MemberColumn[] => {
    if (member === 'text') return []
    const header = chosen.members ? chosen.members[member] : headers.find((each) => each === member)
    if (header === undefined) return []
    return [{ member, header, index: requireIndex(headers, header), chosenBy: chosen.members ? 'option' : 'name' }]
  })
  const taken = new Set([...texts, ...members].map(({ index }) => index))
  return {
    texts,
    members,
    unused: columns.filter((_, index) => !taken.has(index)),
    externalId: members.some(({ member }) => member === 'external_id') ? 'column' : 'none',
    dates: 'ymd',
    datesAmbiguous: false,
    timeZone: 'UTC',
    strict: true,
  }
}

function requireIndex(headers: readonly string[], header: string, advice = ''): number {
  const index = headers.indexOf(header.trim())
  if (index !== -1) return index
  const [meant] = nearest(header, headers)
  const near = meant === undefined ? '' : `did you mean "${meant}"? `
  const known = `${near}its columns are: ${headers.slice(0, COLUMNS_NAMED).join(', ')}${advice}`
  throw new MappingError(`no column named "${header}"`, headers, known, header)
}
