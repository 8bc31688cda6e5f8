import { useSyncExternalStore } from 'react'
import { later } from './browser.js'

interface Toast {
  text: string
  isProblem: boolean
}

const SHOWN_MS = 6_000

let toast: Toast | undefined
let cancelHiding: () => void = () => {}
const listeners = new Set<() => void>()

/** Shows a message for a few seconds. */
export function showToast(text: string, isProblem = false): void {
  show({ text, isProblem })
  cancelHiding()
  cancelHiding = later(SHOWN_MS, () => show(undefined))
}

/** The message on show. */
export function useToast(): Toast | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => toast,
  )
}

function show(next: Toast | undefined): void {
  toast = next
  for (const listener of listeners) listener()
}
