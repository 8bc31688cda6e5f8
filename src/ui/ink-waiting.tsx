import { Box, render, Text } from 'ink'
import { printableLine } from '../terminal/printable.js'
import { truncate } from '../terminal/width.js'
import { Bar, Share } from './ink-bars.js'
import { followWidth, reflowing, Spinner, takeDown } from './ink-parts.js'
import type { WaitingDisplay, WaitingStep } from './waiting.js'

const WIDEST_BAR = 40

/** The display of something waited for; it appears with the first step and leaves nothing behind. */
export function renderWaiting(stream: NodeJS.WriteStream): WaitingDisplay {
  const options = { stdout: reflowing(stream), stderr: stream, exitOnCtrlC: false, patchConsole: false }
  let app: ReturnType<typeof render> | undefined
  let latest: WaitingStep = { text: '' }
  const view = () => <Waiting step={latest} width={terminal.columns()} />
  const terminal = followWidth(stream, () => app?.rerender(view()))
  return {
    update(step) {
      latest = step
      if (app) app.rerender(view())
      else app = render(view(), options)
    },
    async close() {
      terminal.stop()
      if (app) await takeDown(app, stream)
    },
  }
}

export function Waiting({ step: { text, share }, width }: { step: WaitingStep; width: number }) {
  return (
    <Box flexDirection="column">
      <Box gap={1}>
        <Spinner />
        <Text wrap="truncate">{truncate(printableLine(text), width - 2)}</Text>
      </Box>
      {share !== undefined && (
        <Box gap={1}>
          <Bar share={share} width={Math.max(0, Math.min(WIDEST_BAR, width - 6))} color="cyan" />
          <Share share={share} />
        </Box>
      )}
    </Box>
  )
}
