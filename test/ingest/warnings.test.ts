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
    '"stars" (rating) is not pushed: most of its values are not valid; choose another column with --map',
  ],
  [
    { kind: 'unread_member', count: 1, rows: [], about: '"stars" (rating)', values: [{ row: 2, value: 'many' }] },
    '"stars" (rating) is not pushed: most of its values are not valid: "many" (row 2); choose another column with --map',
  ],
  [
    {
      kind: 'dropped_occurred_at',
      count: 2,
      rows: [3, 5],
      values: [
        { row: 3, value: 'soon' },
        { row: 5, value: 'later' },
      ],
    },
    '2 dates can\'t be read and were left out: "soon" (row 3), "later" (row 5)',
  ],
  [
    { kind: 'dropped_rating', count: 12, rows: [3, 5, 6], values: [{ row: 3, value: 'ok' }] },
    '12 ratings are not numbers and were left out: "ok" (row 3) (also rows 5, 6, …)',
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
