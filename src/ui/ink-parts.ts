import type { Instance } from 'ink'

/** The ready-made parts of live displays: the one place that imports them. */
export { Spinner } from '@inkjs/ui'

const USUAL_COLUMNS = 80

/**
 * Follows the width of a terminal. A picture that is wider than the terminal takes more lines than ink erases, so each picture is drawn for
 * the columns of that moment, and again when they change.
 */
export function followWidth(stream: NodeJS.WriteStream, draw: () => void): { columns(): number; stop(): void } {
  stream.on('resize', draw)
  return { columns: () => stream.columns || USUAL_COLUMNS, stop: () => void stream.off('resize', draw) }
}

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
