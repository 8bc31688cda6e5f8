import { type Row, row } from '../row.js'
import { real } from '../surroundings.js'

/** Commands that ask nobody, and the tour. */
export const LOCAL_ROWS: Record<string, Row> = {
  demo: row('demo', 'demo --limit none', 2, { around: real, varies: true }),
  commands: row('commands', 'commands --output xml', 2, { varies: true }),
  completion: row('completion bash', 'completion tcsh', 2, { varies: true, json: null }),
  help: row('help exit-codes', 'help exitcodes', 2),
}
