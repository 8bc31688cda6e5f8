import { omitUndefined } from '../../cli/omit-undefined.js'
import { addMembers, fillIn } from '../../client/checked-payload.js'
import type { GroupWithSources, SourceRecord } from '../../client/each-group.js'
import { isKnownToLack } from '../../client/gaps.js'

/** A source as it stands in a list of all. */
export type SourceInList = SourceRecord & { group_name?: string }

/** A source with the group that the listing has it in, as far as a service shows which; its own word on that counts. */
export function withGroup(source: SourceRecord, group: Partial<GroupWithSources>): SourceInList {
  const read = (name: 'survey_series_id' | 'name') => (isKnownToLack(group, name) ? undefined : group[name])
  const added = omitUndefined({ survey_series_id: read('survey_series_id'), group_name: read('name') })
  return addMembers(added, fillIn(source, added))
}
