import { row, type TranscriptRow } from '../row.js'
import { real } from '../surroundings.js'

/** Commands that ask nobody, and the tour. */
export const LOCAL_ROWS: Record<string, TranscriptRow> = {
  // test/commands/demo.test.ts looks at its JSON.
  demo: row('demo', 'demo --limit none', 2, { around: real, varies: true, json: null }),
  examples: row('examples', 'examples . .', 2),
  commands: row('commands', 'commands --output xml', 2, { varies: true }),
  completion: row('completion bash', 'completion tcsh', 2, { varies: true, json: null }),
  help: row('help exit-codes', 'help exitcodes', 2),
}
