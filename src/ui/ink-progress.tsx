import { Box, render, Text } from 'ink'
import { useEffect, useState } from 'react'
import type { Progress } from '../ingest/summary.js'
import { ProgressBar } from './ink-parts.js'
import type { ProgressDisplay, ProgressWish } from './progress.js'
import { progressLine, shareDone } from './progress-line.js'

const TICK_MS = 1_000
/** A pause this long is no answer that takes its time, but the rate limit. */
const PAUSE_TICKS = 3

/** The live display of a push on a terminal; it appears with the first progress. */
export function renderProgress(wish: ProgressWish, stream: NodeJS.WriteStream): ProgressDisplay {
  const options = { stdout: stream, stderr: stream, exitOnCtrlC: false, patchConsole: false }
  let app: ReturnType<typeof render> | undefined
  let latest: Progress | undefined
  let said: string | undefined
  const draw = () => {
    if (!latest) return
    const shown = <PushProgress wish={wish} progress={latest} {...(said === undefined ? {} : { said })} />
    if (app) app.rerender(shown)
    else app = render(shown, options)
  }
  return {
    update(progress) {
      latest = progress
      draw()
    },
    say(text) {
      said = text
      draw()
    },
    async close() {
      if (!app) return
      app.clear()
      app.unmount()
      await app.waitUntilExit()
    },
  }
}

export function PushProgress({ wish, progress, said }: { wish: ProgressWish; progress: Progress; said?: string }) {
  const ticks = useTicksSince(progress)
  return (
    <Box flexDirection="column">
      <Text bold>{wish.title}</Text>
      <Box width={50}>
        <ProgressBar value={shareDone(progress) * 100} />
      </Box>
      <Text dimColor>{progressLine(progress, wish.leastMs)}</Text>
      <Text color="yellow">{said ?? (ticks >= PAUSE_TICKS ? waitingText(wish, ticks) : ' ')}</Text>
    </Box>
  )
}

function waitingText({ requestsPerMinute }: ProgressWish, ticks: number): string {
  return `waiting for the rate limit, ${requestsPerMinute} requests a minute (${ticks} s)`
}

/** Seconds since the progress last changed. */
function useTicksSince(progress: Progress): number {
  const [ticks, setTicks] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new progress starts the count anew.
  useEffect(() => {
    setTicks(0)
    const timer = setInterval(() => setTicks((count) => count + 1), TICK_MS)
    return () => clearInterval(timer)
  }, [progress])
  return ticks
}
