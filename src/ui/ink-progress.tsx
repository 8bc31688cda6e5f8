import { ProgressBar } from '@inkjs/ui'
import { Box, render, Text } from 'ink'
import type { Progress } from '../ingest/summary.js'
import type { ProgressDisplay } from './progress.js'
import { progressLine, shareDone } from './progress-line.js'

/** The live display of a push on a terminal. */
export function renderProgress(title: string, stream: NodeJS.WriteStream): ProgressDisplay {
  const options = { stdout: stream, stderr: stream, exitOnCtrlC: false, patchConsole: false }
  const app = render(<PushProgress title={title} />, options)
  return {
    update: (progress) => app.rerender(<PushProgress title={title} progress={progress} />),
    async close() {
      app.clear()
      app.unmount()
      await app.waitUntilExit()
    },
  }
}

function PushProgress({ title, progress }: { title: string; progress?: Progress }) {
  return (
    <Box flexDirection="column">
      <Text bold>{title}</Text>
      <Box width={50}>
        <ProgressBar value={progress ? shareDone(progress) * 100 : 0} />
      </Box>
      <Text dimColor>{progress ? progressLine(progress) : 'preparing'}</Text>
    </Box>
  )
}
