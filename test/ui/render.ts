import { render as renderForTest } from 'ink-testing-library'
import { atEndOfFile } from '../end-of-file.js'

/** Renders a view until the end of the file: a spinner that is left would turn beside all other tests. */
export function render(view: Parameters<typeof renderForTest>[0]): ReturnType<typeof renderForTest> {
  const rendered = renderForTest(view)
  atEndOfFile(() => rendered.unmount())
  return rendered
}
