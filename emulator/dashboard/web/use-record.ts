import { useCallback, useEffect, useRef, useState } from 'react'
import type { ControlId, ControlResultOf } from '../../../src/contract/control/index.js'
import { later } from './browser.js'
import { type ControlError, callControl, controlUrl, type RequestInput } from './control.js'
import type { LiveEvent } from './live-events.js'
import { useLive } from './live-events.js'
import { useOrgId } from './org-id.js'

/** A change is shown at once, a storm of them once in so long. */
const RELOAD_MS = 700

export interface Loaded<T> {
  data: T | undefined
  error: ControlError | undefined
  reload(): void
}

/** What a row answers, read again when something changes in the organisation; undefined until it is there. */
export function useRecord<Id extends ControlId>(
  id: Id,
  input: RequestInput<Id> | undefined = {},
  follows: (event: LiveEvent) => boolean = isChange,
): Loaded<ControlResultOf<Id>> {
  const orgId = useOrgId()
  const [answer, setAnswer] = useState<{ url: string; data?: ControlResultOf<Id>; error?: ControlError }>()
  const url = controlUrl(orgId, id, input)
  const asked = useRef(input)
  asked.current = input
  const load = useCallback(() => {
    let isGone = false
    callControl(orgId, id, asked.current).then(
      (data) => isGone || setAnswer({ url, data }),
      (error: ControlError) =>
        isGone || setAnswer((before) => ({ ...(before?.url === url ? before : {}), url, error })),
    )
    return () => {
      isGone = true
    }
  }, [orgId, id, url])
  useEffect(load, [load])
  useReload(load, follows)
  const current = answer?.url === url ? answer : undefined
  return { data: current?.data, error: current?.error, reload: load }
}

/** Calls `load` when one of the events is to be followed; a storm of them costs one call in a while. */
export function useReload(load: () => unknown, follows: (event: LiveEvent) => boolean): void {
  const due = useRef<(() => void) | undefined>(undefined)
  useLive((events) => {
    if (due.current || !events.some(follows)) return
    due.current = later(RELOAD_MS, () => {
      due.current = undefined
      load()
    })
  })
  useEffect(() => () => due.current?.(), [])
}

export function isChange({ name }: LiveEvent): boolean {
  return name === 'change' || name === 'reload'
}
