import { useSyncExternalStore } from 'react'
import { later } from './browser.js'

interface Said {
  text: string
  isProblem: boolean
}

const SHOWN_MS = 6_000

let said: Said | undefined
let callOff: () => void = () => {}
const listeners = new Set<() => void>()

/** Tells the person something in passing. */
export function say(text: string, isProblem = false): void {
  show({ text, isProblem })
  callOff()
  callOff = later(SHOWN_MS, () => show(undefined))
}

/** What was said last, until it is old. */
export function useSaid(): Said | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => said,
  )
}

function show(next: Said | undefined): void {
  said = next
  for (const listener of listeners) listener()
}
