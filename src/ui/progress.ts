import type { Factory } from '../cli/factory.js'
import type { Progress } from '../ingest/summary.js'
import { progressLine } from './progress-line.js'

/** Follows a push while it runs. */
export interface ProgressDisplay {
  update(progress: Progress): void
  close(): Promise<void>
}

const LINE_EVERY_MS = 10_000

/** Shows how a push goes: a live display on a terminal, else a line every 10 s on stderr. */
export async function showProgress({ screen, world }: Factory, title: string): Promise<ProgressDisplay> {
  if (screen.isLive && world.stderr.node) {
    const { renderProgress } = await import('./ink-progress.js')
    return renderProgress(title, world.stderr.node)
  }
  let toldAt = world.monotonic()
  return {
    update(progress) {
      if (world.monotonic() - toldAt < LINE_EVERY_MS) return
      toldAt = world.monotonic()
      void screen.note(progressLine(progress))
    },
    close: async () => {},
  }
}
