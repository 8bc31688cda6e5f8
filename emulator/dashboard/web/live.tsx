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

/** Calls `handle` with what happens, in batches, for as long as the component stands. */
export function useLive(handle: Listener): void {
  const { listen } = useContext(LiveContext)
  const latest = useRef(handle)
  latest.current = handle
  useEffect(() => listen((events) => latest.current(events)), [listen])
}

function openStream(url: string, tell: Listener, setConnected: (isConnected: boolean) => void): () => void {
  const source = new EventSource(url)
  let waiting: LiveEvent[] = []
  let callOff: (() => void) | undefined
  let wasOpen = false
  const take = (event: LiveEvent) => {
    waiting.push(event)
    callOff ??= later(BATCH_MS, () => {
      const events = waiting
      waiting = []
      callOff = undefined
      tell(events)
    })
  }
  source.onopen = () => {
    setConnected(true)
    // What happened while nobody listened was missed.
    if (wasOpen) take({ name: 'reload', data: { why: 'connected again' } })
    wasOpen = true
  }
  source.onerror = () => setConnected(false)
  for (const name of NAMES) {
    source.addEventListener(name, ({ data }) => take({ name, data: JSON.parse(data) } as LiveEvent))
  }
  return () => {
    callOff?.()
    source.close()
    setConnected(false)
  }
}
