import type { Factory } from '../cli/factory.js'
import { printableLine } from '../terminal/printable.js'
import { loadDrawing } from './load-drawing.js'

/** How far what is waited for has come. */
export interface WaitingStep {
  text: string
  /** 0 to 1; absent if no one knows. */
  share?: number
}

/** Follows something that is waited for. */
export interface WaitingDisplay {
  update(step: WaitingStep): void
  close(): Promise<void>
}

const LINE_EVERY_MS = 10_000

/**
 * Shows that something is waited for: a spinner, with a bar if it is known how far it has come, on a terminal; else a line every
 * 10 s.
 */
export async function showWaiting({
  screen,
  environment,
}: Pick<Factory, 'screen' | 'environment'>): Promise<WaitingDisplay> {
  if (screen.draws && environment.stderr.node) {
    const { renderWaiting } = await loadDrawing(() => import('./ink-waiting.js'))
    return renderWaiting(environment.stderr.node)
  }
  let shownAt = environment.monotonic()
  return {
    update(step) {
      if (environment.monotonic() - shownAt < LINE_EVERY_MS) return
      shownAt = environment.monotonic()
      void screen.note(stepText(step))
    },
    close: async () => {},
  }
}

/** Shows what `work` waits for until it ends. */
export async function whileWaiting<T>(
  factory: Pick<Factory, 'screen' | 'environment'>,
  work: (display: WaitingDisplay) => Promise<T>,
): Promise<T> {
  const display = await showWaiting(factory)
  try {
    return await work(display)
  } finally {
    await display.close()
  }
}

/** A step on one line: its text, and the percentage where there is one. */
export function stepText({ text, share }: WaitingStep): string {
  return printableLine(share === undefined ? text : `${text}, ${Math.round(share * 100)}%`)
}
