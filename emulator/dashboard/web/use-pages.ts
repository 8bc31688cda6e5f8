import { useCallback, useEffect, useRef, useState } from 'react'
import type { ControlId, ControlResultOf } from '../../../src/contract/control/index.js'
import { type ControlError, callControl, controlUrl, type RequestInput } from './control.js'
import { useOrgId } from './org-id.js'

type Page = { items: unknown[]; pagination?: { next_cursor: string | null; has_more: boolean } }
/** Rows of the control table that answer with a list. */
export type ListId = { [Id in ControlId]: ControlResultOf<Id> extends Page ? Id : never }[ControlId]
export type ItemOf<Id extends ListId> = ControlResultOf<Id> extends { items: (infer T)[] } ? T : never

export interface LoadedPages<T> {
  rows: readonly T[]
  error: ControlError | undefined
  /** The first page is there. */
  isLoaded: boolean
  hasMore: boolean
  loadMore(): void
  reload(): void
  /** Puts rows that just came in front, or in the place of what they replace. */
  change(update: (rows: readonly T[]) => readonly T[]): void
}

interface Held<T> {
  url: string
  rows: readonly T[]
  cursor: string | null
  error?: ControlError
}

/** A list that comes in pages, each asked for when the one before has been scrolled through. */
export function usePages<Id extends ListId>(id: Id, input: RequestInput<Id> = {}): LoadedPages<ItemOf<Id>> {
  const orgId = useOrgId()
  const [held, setHeld] = useState<Held<ItemOf<Id>>>()
  const url = controlUrl(orgId, id, input)
  const asked = useRef({ url, input })
  asked.current = { url, input }
  const isBusy = useRef(false)
  const load = useCallback(
    async (cursor: string | null) => {
      isBusy.current = true
      const { input: wanted } = asked.current
      const paged = cursor === null ? wanted : { ...wanted, query: { ...(wanted.query ?? {}), cursor } }
      const outcome = await callControl(orgId, id, paged as RequestInput<Id>).then(
        (answer) => ({ answer: answer as Page }),
        (error: ControlError) => ({ error }),
      )
      isBusy.current = false
      if (asked.current.url !== url) return
      setHeld((before) => {
        const kept = before?.url === url ? before : undefined
        if ('error' in outcome) return { rows: [], cursor: null, ...kept, url, error: outcome.error }
        const rows = outcome.answer.items as ItemOf<Id>[]
        return {
          url,
          rows: cursor === null ? rows : [...(kept?.rows ?? []), ...rows],
          cursor: outcome.answer.pagination?.next_cursor ?? null,
        }
      })
    },
    [orgId, id, url],
  )
  useEffect(() => void load(null), [load])
  const current = held?.url === url ? held : undefined
  return {
    rows: current?.rows ?? [],
    error: current?.error,
    isLoaded: current !== undefined,
    hasMore: current?.cursor != null,
    loadMore: () => (isBusy.current || current?.cursor == null ? undefined : void load(current.cursor)),
    reload: () => void load(null),
    change: (update) => setHeld((before) => before && { ...before, rows: update(before.rows) }),
  }
}
