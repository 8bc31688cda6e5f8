import { count } from '../../base/count.js'
import { detailLines } from '../../output/details.js'
import { span } from '../../output/show.js'
import type { Style } from '../../terminal/style.js'
import type { Checked } from './verify-data.js'

type Failed = Extract<Checked, { verified: false }>
type Cause = NonNullable<Failed['cause']>

/** The verdict, and on a mismatch its cause, its fix, the bytes that differ, and where the raw body is available. */
export function checkedView(checked: Checked, style: Style): string[] {
  return checked.verified ? verifiedLines(checked, style) : failedLines(checked, style)
}

function verifiedLines({ secret, age_seconds, too_old }: Extract<Checked, { verified: true }>, style: Style): string[] {
  if (!too_old) return [`${style.green('✓')} The signature verifies with ${secret}.`]
  const age = age_seconds === undefined ? 'it has no timestamp' : `its timestamp is ${span(age_seconds * 1_000)} old`
  return [`${style.red('✗')} The signature verifies with ${secret}, but the delivery is refused: ${age}.`]
}

function failedLines({ cause, raw_body, tried }: Failed, style: Style): string[] {
  return [
    `${style.red('✗')} The signature does not verify.`,
    '',
    ...(cause ? causeLines(cause, style) : unexplainedLines(tried)),
    ...(raw_body ? codeLines(raw_body, style) : frameworkLines(cause)),
  ]
}

function causeLines({ sentence, fix, delivery, secret, diff }: Cause, style: Style): string[] {
  const facts: [string, string][] = [
    ['Why', sentence],
    ['Fix', fix],
  ]
  if (delivery !== undefined) facts.push(['Belongs to', delivery])
  if (secret !== undefined) facts.push(['Secret', secret])
  return [...detailLines(facts, style), ...(diff ? ['', ...diffLines(diff, style)] : [])]
}

function unexplainedLines({ combinations, cut_short }: Failed['tried']): string[] {
  const rest = cut_short ? ', the rest is too large to try' : ''
  return [
    `No known mistake explains it (${count(combinations, 'combination')} of body and secret tried${rest}).`,
    'The secret is wrong, or the body was changed beyond recognition.',
    '`inpk webhooks listen --save DIR` saves what actually arrives.',
  ]
}

function diffLines({ offset, before, expected, received, ...bytes }: NonNullable<Cause['diff']>, style: Style) {
  const side = ({ hex, text, more }: typeof expected, all: number) => {
    if (hex === '')
      return offset < all ? `no extra bytes (${count(all, 'byte')} long)` : `ends here (${count(all, 'byte')} long)`
    const shown = `${text}${more > 0 ? ` and ${count(more, 'more byte')}` : ''}`
    return `${shown} (${count(all, 'byte')})\n${hex.replace(/..(?=.)/g, '$& ')}`
  }
  return detailLines(
    [
      ['Differs at', `byte ${offset}, after ${before === '' ? 'nothing' : before}`],
      ['Signed body', side(expected, bytes.expected_bytes)],
      ['Your body', side(received, bytes.received_bytes)],
    ],
    style,
  )
}

function frameworkLines(cause: Cause | undefined): string[] {
  const { frameworks } = cause ?? {}
  return frameworks ? ['', `Where to find the raw body: --framework ${frameworks.join('|')}`] : []
}

function codeLines({ title, note, code }: NonNullable<Failed['raw_body']>, style: Style): string[] {
  const above = note === undefined ? [] : [`  ${note}`]
  return ['', style.bold(`The raw body in ${title}:`), ...above, ...code.split('\n').map((line) => `  ${line}`)]
}
