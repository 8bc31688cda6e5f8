import type { ControlResultOf } from '../../../src/contract/control/index.js'
import { usePages } from './use-pages.js'
import { isChange, useReload } from './use-record.js'

type Group = ControlResultOf<'listGroupSources'>['items'][number]
export type SourceOfGroup = Group['sources'][number] & { group: Group }

/** The sources of the first two hundred groups, each with its group. */
export function useSources(): { sources: readonly SourceOfGroup[]; groups: readonly Group[]; isLoaded: boolean } {
  const pages = usePages('listGroupSources', { query: { limit: '200' } })
  useReload(pages.reload, isChange)
  const sources = pages.rows.flatMap((group) => group.sources.map((source) => ({ ...source, group })))
  return { sources, groups: pages.rows, isLoaded: pages.isLoaded }
}
