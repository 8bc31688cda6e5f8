import { useEffect } from 'react'
import type { ControlResultOf } from '../../../src/contract/control/index.js'
import { usePages } from './use-pages.js'
import { isChange, useReload } from './use-record.js'

type Group = ControlResultOf<'listGroupSources'>['items'][number]
export type SourceOfGroup = Group['sources'][number] & { group: Group }

/** This many groups are read at most: a choice among more helps no one. */
const READ = 2_000

/** The sources of all groups, each with its group. */
export function useSources(): { sources: readonly SourceOfGroup[]; groups: readonly Group[]; isLoaded: boolean } {
  const pages = usePages('listGroupSources', { query: { limit: '200' } })
  useReload(pages.reload, isChange)
  const { hasMore, loadMore } = pages
  const read = pages.rows.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that came asks for the next one.
  useEffect(() => (hasMore && read < READ ? loadMore() : undefined), [read, hasMore])
  const sources = pages.rows.flatMap((group) => group.sources.map((source) => ({ ...source, group })))
  return { sources, groups: pages.rows, isLoaded: pages.isLoaded && (!hasMore || read >= READ) }
}

/** A source among others to choose from, with the group that distinguishes sources of the same title. */
export function sourceOption({ source_id, source_title, group }: SourceOfGroup): readonly [id: string, shown: string] {
  return [source_id, `${source_title} (${group.name})`]
}
