import { expect, it } from 'vitest'
import { createWarnings, WARNING_KINDS, type WarningKind, warningText } from '../../src/ingest/warnings.js'

it.each<[Parameters<typeof warningText>[0], string]>([
  [{ kind: 'empty_texts', count: 1, rows: [7] }, '1 row has no text (row 7)'],
  [{ kind: 'empty_texts', count: 2, rows: [7, 9] }, '2 rows have no text (rows 7, 9)'],
  [
    { kind: 'missing_ids', count: 1_200, rows: [2, 3] },
    '1,200 rows have no id and get one from their content (rows 2, 3, …)',
  ],
  [
    { kind: 'unread_member', count: 1, rows: [], about: '"stars" (rating)' },
    '"stars" (rating) is not pushed: none of its values is valid; choose another column with --map',
  ],
  [
    { kind: 'other_texts', count: 1, rows: [], about: '"a $& b"' },
    `looks like text but isn't pushed: "a $& b"; to push several columns, use --field "COLUMN=FIELD"`,
  ],
])('a warning is a sentence: %o', (warning, text) => {
  expect(warningText(warning)).toBe(text)
})

it('every kind is a sentence that differs for one and for several', () => {
  for (const kind of Object.keys(WARNING_KINDS) as WarningKind[]) {
    const warnings = createWarnings()
    for (const row of [2, 3]) warnings.add(kind, row)
    const [several] = warnings.list()
    const [one, many] = [warningText({ ...several!, count: 1, rows: [2] }), warningText(several!)]
    expect(`${one}\n${many}`).not.toMatch(/×|can not|ABOUT |undefined/)
    if (typeof WARNING_KINDS[kind] !== 'string') expect(many.replace(/^2 /, '')).not.toBe(one.replace(/^1 /, ''))
  }
})
