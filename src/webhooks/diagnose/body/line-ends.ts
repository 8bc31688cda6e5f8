import { JSON_STYLES } from '../../json/styles.js'
import { writeJson } from '../../json/write-json.js'
import type { BodyCause } from '../cause.js'
import type { Evidence } from '../evidence.js'

/** What happens to line breaks within a body. */
export const LINE_ENDS = [
  {
    id: 'body-lf-to-crlf',
    family: 'body',
    sentence: 'Line breaks in the body were changed from LF to CRLF.',
    fix: 'Treat the body as binary: text mode on Windows and FTP, and git with `autocrlf`, change line breaks.',
    rawBody: true,
    *bodies({ body }) {
      if (body.includes('\r\n')) yield Buffer.from(body.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')
    },
  },
  {
    id: 'body-crlf-to-lf',
    family: 'body',
    sentence: 'Line breaks in the body were changed from CRLF to LF.',
    fix: 'Treat the body as binary: reading it as text changes line breaks.',
    rawBody: true,
    *bodies({ body }) {
      if (body.includes('\n')) yield Buffer.from(body.toString('latin1').replace(/\r?\n/g, '\r\n'), 'latin1')
    },
  },
  {
    id: 'body-line-breaks-removed',
    family: 'body',
    sentence: 'All line breaks were removed from the body, as `curl -d @file` does.',
    fix: 'Send the file with `curl --data-binary @file`.',
    bodies: withLineBreaks,
  },
] as const satisfies readonly BodyCause[]

function* withLineBreaks({ json, text }: Evidence): Generator<string> {
  if (!json || text === undefined || /[\r\n]/.test(text)) return
  for (const name of ['pretty-2', 'pretty-4', 'pretty-tab', 'python-pretty-2', 'python-pretty-4'] as const) {
    const pretty = writeJson(json, JSON_STYLES[name].style)
    if (pretty.replaceAll('\n', '') !== text) continue
    yield pretty
    yield `${pretty}\n`
    yield pretty.replaceAll('\n', '\r\n')
    yield `${pretty.replaceAll('\n', '\r\n')}\r\n`
  }
}
