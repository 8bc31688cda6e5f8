import type { Factory } from '../cli/factory.js'
import { canDraw } from '../cli/screen.js'
import { printableLine } from '../terminal/printable.js'
import { loadDrawing } from './load-drawing.js'

/** A delivery as a listener saw it; JSON prints it as it is. */
export interface SeenDelivery {
  number: number
  at: string
  event: string | null
  delivery: string | null
  /** The same delivery came before. */
  again: boolean
  verified: boolean
  /** Why it does not verify, where that was found out. */
  cause: string | null
  bytes: number
  /** What it was answered. */
  status: number
  forwarded: { status: number | null; error: string | null; duration_ms: number } | null
  saved: string | null
}

export interface ListenDisplay {
  show(seen: SeenDelivery): void
  close(): Promise<void>
}

/** What a person reads at the foot of the display. */
export interface ListenOptions {
  title: string
}

/** A live display where stdout is a terminal; nothing elsewhere: each delivery is a line of the result then. */
export async function openListenDisplay(factory: Factory, options: ListenOptions): Promise<ListenDisplay | undefined> {
  const { screen, environment, globals } = factory
  if (!screen.draws || !canDraw(environment, globals, environment.stdout) || !environment.stdout.node) return undefined
  const { renderListening } = await loadDrawing(() => import('./ink-listen.js'))
  return renderListening(options, environment.stdout.node)
}

/** Whether a delivery verified, and arrived where it was to be forwarded. */
export function isFine({ verified, forwarded }: SeenDelivery): boolean {
  return verified && !forwarded?.error
}

/** What is said of a delivery after its mark: time, event, id, size, answer and what else was done. */
export function seenText(seen: SeenDelivery): string {
  const { at, event, delivery, again, bytes, status } = seen
  const name = `${event ?? '(no event)'}${delivery === null ? '' : ` ${delivery}`}${again ? ' again' : ''}`
  return printableLine(`${at.slice(11, 19)}  ${name}  ${bytes} bytes → ${[status, ...extras(seen)].join(', ')}`)
}

function extras({ verified, cause, forwarded, saved }: SeenDelivery): string[] {
  const notes: string[] = []
  if (forwarded?.error) notes.push(`not forwarded: ${forwarded.error}`)
  else if (forwarded) notes.push(`forwarded: ${forwarded.status} after ${forwarded.duration_ms} ms`)
  if (saved !== null) notes.push(`saved as ${saved}`)
  if (!verified) notes.push(`does not verify: ${cause ?? 'no known cause; check that this is the right secret'}`)
  return notes
}
