import type { FieldMap } from '../../src/contract/errors.js'
import type { UnknownMembers } from '../../src/contract/unknown-members.js'
import { addFault } from './field-map.js'

/** The hints that members were ignored (contract.md section 11). */
export function unknownHints({ named, more }: UnknownMembers): string[] {
  const hints = named.map(({ path, nearest }) => {
    return `unknown member ${path} was ignored${nearest === undefined ? '' : ` (did you mean ${nearest}?)`}`
  })
  return more > 0 ? [...hints, `and ${more} more unknown members were ignored`] : hints
}

/** The messages that refuse them under `--strict`. */
export function refuseUnknown(fields: FieldMap, { named, more }: UnknownMembers): void {
  for (const { path, nearest } of named) {
    addFault(
      fields,
      path,
      `is not a member of this request${nearest === undefined ? '' : `; did you mean ${nearest}?`}`,
    )
  }
  if (more > 0) addFault(fields, named.at(-1)!.path, `and ${more} more members are not members of this request`)
}
