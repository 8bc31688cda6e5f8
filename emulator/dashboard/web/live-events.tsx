import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import type { StreamData, StreamEventName } from '../../../src/contract/control/stream.js'
import { later } from './browser.js'
import { controlUrl } from './control.js'

export type LiveEvent = { [Name in StreamEventName]: { name: Name; data: StreamData<Name> } }[StreamEventName]
type Listener = (events: readonly LiveEvent[]) => void

interface Live {
  isConnected: boolean
  listen(listener: Listener): () => void
}

const NAMES: readonly StreamEventName[] = ['request', 'delivery', 'change', 'clock', 'reload']
/** Events are handed on in batches, so that a burst of a thousand is drawn once. */
const BATCH_MS = 100

const LiveContext = createContext<Live>({ isConnected: false, listen: () => () => {} })

/** Listens to the stream of an organisation for everything below it. */
export function LiveProvider({ orgId, children }: { orgId: string; children: ReactNode }) {
  const [isConnected, setConnected] = useState(false)
  const listeners = useRef(new Set<Listener>())
  useEffect(() => {
    const tell = (events: readonly LiveEvent[]) => {
      for (const listener of listeners.current) listener(events)
    }
    return openStream(controlUrl(orgId, 'streamEvents'), tell, setConnected)
  }, [orgId])
  const [listen] = useState(() => (listener: Listener) => {
    listeners.current.add(listener)
    return () => void listeners.current.delete(listener)
  })
  return <LiveContext value={{ isConnected, listen }}>{children}</LiveContext>
}

/** Whether the stream is open. */
export function useIsConnected(): boolean {
  return useContext(LiveContext).isConnected
}

/** Calls `handle` with what happens, in batches, as long as the component is mounted. */
export function useLive(handle: Listener): void {
  const { listen } = useContext(LiveContext)
  const latest = useRef(handle)
  latest.current = handle
  useEffect(() => listen((events) => latest.current(events)), [listen])
}

/** A stream that broke is opened again after the first of these, then after the second, and so on; after the last again and again. */
const RETRY_MS = [1_000, 1_000, 2_000, 4_000, 5_000] as const

/** Hands on what the stream says, in batches; the returned function ends that. */
function openStream(url: string, tell: Listener, setConnected: (isConnected: boolean) => void): () => void {
  let waiting: LiveEvent[] = []
  let wasOpen = false
  let failures = 0
  let source: EventSource
  const callOff = { batch: undefined as (() => void) | undefined, retry: () => {} }
  const take = (event: LiveEvent) => {
    waiting.push(event)
    callOff.batch ??= later(BATCH_MS, () => {
      const events = waiting
      waiting = []
      callOff.batch = undefined
      tell(events)
    })
  }
  const open = () => {
    source = new EventSource(url)
    source.onopen = () => {
      setConnected(true)
      // What happened while no one listened was missed.
      if (wasOpen) take({ name: 'reload', data: { why: 'connected again' } })
      wasOpen = true
      failures = 0
    }
    // A browser tries again by itself, but not where something else answered in the meantime.
    source.onerror = () => {
      source.close()
      setConnected(false)
      callOff.retry = later(RETRY_MS[failures] ?? RETRY_MS.at(-1)!, open)
      failures += 1
    }
    for (const name of NAMES) {
      source.addEventListener(name, ({ data }) => take({ name, data: JSON.parse(data) } as LiveEvent))
    }
  }
  open()
  return () => {
    callOff.batch?.()
    callOff.retry()
    source.close()
    setConnected(false)
  }
}
