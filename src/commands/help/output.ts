import { detailLines } from '../../output/details.js'
import { wrap } from '../../terminal/width.js'
import type { Topic } from './topic.js'

const FORMATS = {
  table: 'for people; as wide as the terminal, control characters made visible',
  json: 'the payload of the service, unwrapped, unknown fields kept; a list is one array of all of it',
  ndjson: 'one JSON value a line, as pages come',
  csv: 'one line a row; text that a spreadsheet would run as a formula gets an apostrophe',
}

const RULES = [
  'stdout holds nothing but the result; everything said to a person is on stderr. No colour and no motion unless that stream is a terminal.',
  'Lists are fetched page by page as they are printed: `| head` and --limit N fetch no more than they need.',
  '--jq EXPRESSION filters the JSON with jq; texts are printed bare.',
  'With --json an error is one object on stderr: {"error":{code, message, status, details, retryable, hint, request_id}}.',
]

export const OUTPUT_TOPIC: Topic = {
  data: () => ({ formats: FORMATS, rules: RULES }),
  lines: (style) => [
    ...detailLines(Object.entries(FORMATS), style),
    ...RULES.flatMap((rule) => ['', ...wrap(rule, style.width)]),
  ],
}
