import { Box, render, Text } from 'ink'
import { useEffect, useState } from 'react'
import { isRateLimit, type Wait, waitText } from '../cli/waits.js'
import type { Progress } from '../ingest/push/summary.js'
import { followWidth, reflowing, takeDown } from './ink-parts.js'
import { type ProgressDisplay, stoppingText } from './progress.js'
import { progressLines, shareDone } from './progress-line.js'
import type { TimeLeft } from './time-left.js'

const TICK_MS = 1_000
/** A shorter wait is over before it is read. */
const SHOWN_FROM_MS = 1_000

const WIDEST_BAR = 50

interface Shown {
  title: string
  /** Columns of the terminal. */
  width?: number
  timeLeft: TimeLeft
  /** Absent until the first batch is done. */
  progress?: Progress
  wait?: Wait
  /** It was asked to stop; how long it may still take. */
  stoppingMs?: () => number
}

/** The live display of a push on a terminal; it appears with the first progress or the first wait. */
export function renderProgress(title: string, timeLeft: TimeLeft, stream: NodeJS.WriteStream): ProgressDisplay {
  const options = { stdout: reflowing(stream), stderr: stream, exitOnCtrlC: false, patchConsole: false }
  let app: ReturnType<typeof render> | undefined
  let shown: Shown = { title, timeLeft }
  const view = () => <PushProgress {...shown} width={terminal.columns()} />
  const terminal = followWidth(stream, () => app?.rerender(view()))
  const show = (more: Partial<Shown>) => {
    shown = { ...shown, ...more }
    if (app) app.rerender(view())
    else app = render(view(), options)
  }
  return {
    update(progress) {
      timeLeft.update(progress)
      show({ progress })
    },
    wait(wait) {
      timeLeft.pause(wait.ms, isRateLimit(wait))
      if (wait.ms >= SHOWN_FROM_MS) show({ wait })
    },
    stopping: (stoppingMs) => show({ stoppingMs }),
    async close() {
      terminal.stop()
      if (app) await takeDown(app, stream)
    },
  }
}

export function PushProgress({ title, width = WIDEST_BAR, timeLeft, progress, wait, stoppingMs }: Shown) {
  useTicks()
  const pauseMs = timeLeft.pauseMs()
  const paused = wait && pauseMs > 0 ? `${waitText({ ...wait, ms: pauseMs })}.` : ' '
  return (
    <Box flexDirection="column">
      <Text bold>{title}</Text>
      {progress && (
        <>
          <DoneBar share={shareDone(progress)} width={Math.min(WIDEST_BAR, width)} />
          <Text dimColor>{progressLines(progress, stoppingMs ? undefined : timeLeft.leftMs()).join('\n')}</Text>
        </>
      )}
      <Text color="yellow">{stoppingMs ? stoppingText(stoppingMs()) : paused}</Text>
    </Box>
  )
}

/** A bar whose empty part is seen as well. */
function DoneBar({ share, width }: { share: number; width: number }) {
  const done = Math.round(share * width)
  return (
    <Text wrap="truncate">
      <Text color="magenta">{'█'.repeat(done)}</Text>
      <Text dimColor>{'░'.repeat(width - done)}</Text>
    </Text>
  )
}

/** Draws again every second, for what counts down. */
function useTicks(): void {
  const [, setTicks] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setTicks((count) => count + 1), TICK_MS)
    return () => clearInterval(timer)
  }, [])
}
