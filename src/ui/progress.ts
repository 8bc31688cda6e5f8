import type { Factory } from '../cli/factory.js'
import type { Progress } from '../ingest/summary.js'
import { loadDrawing } from './load-drawing.js'
import { progressLine } from './progress-line.js'

/** Follows a push while it runs. */
export interface ProgressDisplay {
  update(progress: Progress): void
  /** A word to the person beside it. */
  say(text: string): void
  close(): Promise<void>
}

export interface ProgressWish {
  title: string
  /** How long the whole takes at the key's rate limit, in milliseconds. */
  leastMs: number
  requestsPerMinute: number
}

const LINE_EVERY_MS = 10_000

/** Shows how a push goes: a live display on a terminal, else a line every 10 s on stderr. */
export async function showProgress({ screen, world }: Factory, wish: ProgressWish): Promise<ProgressDisplay> {
  if (screen.draws && world.stderr.node) {
    const { renderProgress } = await loadDrawing(() => import('./ink-progress.js'))
    return renderProgress(wish, world.stderr.node)
  }
  let toldAt = world.monotonic()
  return {
    update(progress) {
      if (world.monotonic() - toldAt < LINE_EVERY_MS) return
      toldAt = world.monotonic()
      void screen.note(progressLine(progress, wish.leastMs))
    },
    say: (text) => void screen.note(text),
    close: async () => {},
  }
}
