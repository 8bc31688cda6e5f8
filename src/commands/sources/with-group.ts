import { omitUndefined } from '../../cli/omit-undefined.js'
import { addMembers, fillIn } from '../../client/checked-payload.js'
import type { GroupWithSources, SourceRecord } from '../../client/each-group.js'

/** A source as it stands in a list of all. */
export type SourceInList = SourceRecord & { group_name?: string }

/** A source with the group that the listing has it in; its own word on that counts. */
export function withGroup(
  source: SourceRecord,
  { survey_series_id: id, name }: Partial<GroupWithSources>,
): SourceInList {
  const group = omitUndefined({ survey_series_id: id, group_name: name })
  return addMembers(group, fillIn(source, group))
}
