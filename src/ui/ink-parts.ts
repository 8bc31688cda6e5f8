import type { Instance } from 'ink'

/** The ready-made parts of live displays: the one place that imports them. */
export { ProgressBar, Spinner } from '@inkjs/ui'

/** To where the line before the cursor begins. */
const LINE_UP = '\u001b[1A'

/**
 * Ends a display without a trace. Its last picture is an empty line: to clear what it drew and end it then erases more lines than that,
 * where a newer picture waits to be drawn.
 */
export async function takeDown(app: Instance, stream: NodeJS.WriteStream): Promise<void> {
  app.rerender(null)
  app.unmount()
  await app.waitUntilExit()
  stream.write(LINE_UP)
}
