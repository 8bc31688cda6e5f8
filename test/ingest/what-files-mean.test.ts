import { describe, expect, it } from 'vitest'
import { type PushOptions, planPush, readStrictly } from '../../src/ingest/index.js'
import { createWorld, memoryFile, portsOf } from './model/memory.js'
import { inline, workbook, zip } from './model/workbook.js'

/** What a careful person would push of a file; `refused`: nothing, for this reason. */
interface Meaning {
  text?: string
  id?: string
  date?: string
  rating?: string
  encoding?: string
  rows?: number
  /** Kinds of warnings there must be; without it: none. */
  warns?: string[]
  refused?: RegExp
}

type Case = [what: string, content: string | Uint8Array, meaning: Meaning, options?: Partial<PushOptions>]

const OPINIONS = [
  'The parcel came two days late and nobody told me',
  'Lovely staff, but the queue at the till was long',
  'I could not find the size chart anywhere',
  'Refund took three weeks after many mails',
  'Great quality for the price, will buy again',
]
const opinion = (row: number) => `${OPINIONS[row % 5]} (order ${row})`
const table = (header: readonly string[], count: number, cells: (row: number) => readonly unknown[], between = '') =>
  `${[header, ...Array.from({ length: count }, (_, row) => cells(row))]
    .map((line, index) => line.map(quoted).join(',') + (index === 0 && between ? `\n${between}` : ''))
    .join('\n')}\n`
const quoted = (cell: unknown) => (/[",\n]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : cell)
const pick = (row: number, ...of: string[]) => of[row % of.length]!

async function meaningOf(content: string | Uint8Array, options: Partial<PushOptions> = {}): Promise<Meaning> {
  const path = options.path ?? 'a.csv'
  const plan = await planPush({ path, ...options }, portsOf(createWorld({ [path]: content })))
  const { texts, members } = plan.mapping
  const header = (name: string) => members.find(({ member }) => member === name)?.header
  const known = { id: header('external_id'), date: header('occurred_at'), rating: header('rating') }
  const { encoding } = plan.file
  const warns = plan.check.warnings.map(({ kind }) => kind)
  return { text: texts.map((each) => each.header).join(' + '), ...known, encoding, rows: plan.check.rows, warns }
}

function sweep(cases: readonly Case[]): void {
  it.each(cases)('%s', async (_, content, { refused, ...meaning }, options) => {
    if (refused) await expect(meaningOf(content, options)).rejects.toThrow(refused)
    else expect(await meaningOf(content, options)).toMatchObject({ warns: [], ...meaning })
  })
}

describe('the text is the column a person would push (E1, E7)', () => {
  const long = 'I am very satisfied with everything that I have seen so far'
  sweep([
    [
      'an open question beside a choice of long answers',
      table(['When', 'How satisfied are you?', 'What would you change?'], 30, (row) => [
        `2026-01-${10 + (row % 9)}`,
        pick(row, long, `not ${long} and would say so to anybody who asks me about it`),
        `Change number ${row} please`,
      ]),
      { text: 'What would you change?' },
    ],
    [
      'a checkbox question: combinations of few choices are no answers',
      table(['Which of these did you use today?', 'And why?'], 40, (row) => [
        ['The web site', 'The mobile app', 'A phone call', 'A visit to the shop']
          .filter((_, at) => (row >> at) & 1)
          .join(', '),
        `Because of reason ${row}`,
      ]),
      { text: 'And why?' },
    ],
    [
      'the open question that SurveyMonkey marks, and no choice',
      table(
        ['Respondent ID', 'Collector ID', 'How satisfied are you with all of it?', 'Anything else?'],
        100,
        (row) => [row + 1, 7, pick(row, 'Very satisfied with it', 'Not at all satisfied'), `Word ${row}`],
        ',,Response,Open-Ended Response',
      ),
      { text: 'Anything else?', id: 'Respondent ID', rows: 100 },
    ],
    [
      'a SurveyMonkey column by the name below its blank header',
      table(
        ['Respondent ID', 'Collector ID', 'How did you hear of us?', ''],
        30,
        (row) => [row + 1, 7, 'A friend', opinion(row)],
        ',,Friends,Other (please specify)',
      ),
      { text: 'Other (please specify)', rows: 30 },
      { map: ['text=Other (please specify)'] },
    ],
    [
      'a SurveyMonkey file of choices only is refused',
      table(
        ['Respondent ID', 'Collector ID', 'How satisfied are you?'],
        100,
        (row) => [row + 1, 7, pick(row, 'Very satisfied', 'Not at all satisfied')],
        ',,Response',
      ),
      { refused: /no column looks like the text/ },
    ],
    [
      'tickets without any free text are refused',
      table(['Ticket ID', 'Issue', 'Status'], 200, (row) => [
        row + 1,
        pick(row, 'Account Access', 'Billing Question'),
        'Open',
      ]),
      { refused: /no column looks like the text/ },
    ],
    [
      'a column whose header says so but whose cells repeat is pushed with a warning',
      table(['id', 'comment'], 100, (row) => [row + 1, pick(row, 'very good', 'very bad')]),
      { text: 'comment', id: 'id', warns: ['repeated_texts'] },
    ],
    [
      'a header that says so gives way to a column of answers where its own cells repeat',
      table(['id', 'response', 'explanation'], 100, (row) => [row + 1, pick(row, 'Yes', 'No'), opinion(row)]),
      { text: 'explanation', id: 'id' },
    ],
    [
      'the words of the customer, not the notes of the agent',
      table(['ticket_id', 'agent_notes', 'customer_message'], 30, (row) => [
        row + 1,
        `Called back, explained the refund at length and closed the case after ${row} days of waiting`,
        opinion(row),
      ]),
      { text: 'customer_message', id: 'ticket_id' },
    ],
    [
      'notes of the agent alone are refused',
      table(['ticket_id', 'agent_notes'], 30, (row) => [row + 1, opinion(row)]),
      { refused: /no column looks like the text/ },
    ],
    [
      'addresses and names are no feedback',
      table(['Customer name', 'Shipping address'], 30, (row) => [
        `Jo Miller ${row}`,
        `${row} Long Road of the North, Springfield`,
      ]),
      { refused: /no column looks like the text/ },
    ],
    [
      'the text of a reviewer, not the reply of the company',
      table(['Author', 'What the guest wrote', 'Owner reply'], 30, (row) => [
        `A${row}`,
        opinion(row),
        `${opinion(row)} ${opinion(row + 1)}`,
      ]),
      { text: 'What the guest wrote' },
    ],
    [
      'two open questions: the longer one, and the other one is named',
      table(['What went well?', 'What went badly?'], 30, (row) => [`${opinion(row)} indeed`, opinion(row + 1)]),
      { text: 'What went well?', warns: ['other_texts'] },
    ],
    [
      'two open questions that are both pushed',
      table(['What went well?', 'What went badly?'], 30, (row) => [`${opinion(row)} indeed`, opinion(row + 1)]),
      { text: 'What went well? + What went badly?' },
      { fields: ['What went well?=1', 'What went badly?=2'] },
    ],
    [
      'short reviews in Japanese',
      table(['番号', '感想'], 30, (row) => [row, `とても良い商品でした${row}`]),
      { text: '感想' },
    ],
    [
      'numbers and codes only are refused',
      table(['a', 'b'], 30, (row) => [row, `X-${row}`]),
      { refused: /no column looks like the text/ },
    ],
  ])
})

/** An .ods workbook of these sheets: a sheet is the XML of its rows. */
function ods(sheets: Record<string, { rows: string; hidden?: boolean }>): Buffer {
  const uri = (name: string) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`
  const tables = Object.entries(sheets).map(
    ([name, { rows, hidden }]) =>
      `<table:table table:name="${name}" table:style-name="${hidden ? 'ta2' : 'ta1'}">${rows}</table:table>`,
  )
  const style = (name: string, display: boolean) =>
    `<style:style style:name="${name}" style:family="table"><style:table-properties table:display="${display}"/></style:style>`
  const content = `<?xml version="1.0"?><office:document-content ${['office', 'style', 'table', 'text'].map(uri).join(' ')}>
<office:automatic-styles>${style('ta1', true)}${style('ta2', false)}</office:automatic-styles>
<office:body><office:spreadsheet>${tables.join('')}</office:spreadsheet></office:body></office:document-content>`
  const entries = Object.entries({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': content,
    'styles.xml': '<x/>',
    'META-INF/manifest.xml': '<x/>',
  })
  return zip(entries.map(([name, text]) => ({ name, content: Buffer.from(text) })))
}
const odsCell = (text: string) =>
  `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`
const odsRow = (cells: string[], more = '') =>
  `<table:table-row${more}>${cells.map(odsCell).join('')}</table:table-row>`
const error =
  '<table:table-cell table:formula="of:=1+" office:value-type="string"><text:p>Err:509</text:p></table:table-cell>'
const line = (cells: string[], more = '') => `<row${more}>${cells.map(inline).join('')}</row>`
const secret = odsRow(['id', 'text']) + odsRow(['s', 'A secret of ours'])
const open = odsRow(['id', 'text']) + odsRow(['1', 'A fine day'])

describe('what a workbook hides is not pushed, or not without a word (E2, E9, F8)', () => {
  const formula = (value: string) => `<c r="A2"><f>B2</f>${value}</c>`
  const openpyxl = (value: string) =>
    workbook({ sheets: { S: `${line(['id', 'text'])}<row>${formula(value)}${inline('A fine day')}</row>` } })
  sweep([
    [
      'a hidden first sheet of an .ods',
      ods({ Old: { rows: secret, hidden: true }, New: { rows: open } }),
      { rows: 1, text: 'text' },
      { path: 'a.ods' },
    ],
    [
      'an .ods whose sheets are all hidden',
      ods({ Old: { rows: secret, hidden: true } }),
      { refused: /all sheets of the workbook are hidden/ },
      { path: 'a.ods' },
    ],
    [
      'a hidden sheet that is named',
      ods({ Old: { rows: secret, hidden: true }, New: { rows: open } }),
      { rows: 1 },
      { path: 'a.ods', sheet: 'Old' },
    ],
    [
      'a hidden row of an .xlsx',
      workbook({
        sheets: { S: line(['id', 'text']) + line(['1', 'A fine day']) + line(['2', 'A bad day'], ' r="3" hidden="1"') },
      }),
      { rows: 2, warns: ['hidden_rows'] },
      { path: 'a.xlsx' },
    ],
    [
      'a hidden row of an .xlsx, read by the parser',
      workbook({ sheets: { S: `<!-- x -->${line(['id', 'text'])}${line(['2', 'A bad day'], ' hidden="true"')}` } }),
      { rows: 1, warns: ['hidden_rows'] },
      { path: 'a.xlsx' },
    ],
    [
      'filtered rows and errors of an .ods',
      ods({
        S: { rows: `${open}<table:table-row table:visibility="filter">${odsCell('2')}${error}</table:table-row>` },
      }),
      { rows: 2, warns: ['hidden_rows', 'cell_errors'] },
      { path: 'a.ods' },
    ],
    ...['', '<v></v>', '<v/>', '<v />'].map(
      (value): Case => [
        `an id that is a formula never calculated (${value})`,
        openpyxl(value),
        { rows: 1, id: 'id', warns: ['damaged_ids'] },
        { path: 'a.xlsx' },
      ],
    ),
  ])
})

describe('a file that holds no rows is refused under any name (E3)', () => {
  const page = '<!DOCTYPE html>\n<html><body>Sign in, please</body></html>\n'
  const xml = '<?xml version="1.0"?>\n<feedback><text>Nice</text></feedback>\n'
  const mail = 'Received: from a.example\n  by b.example\nFrom: Jo <jo@a.example>\nSubject: Hello\n\nA fine day\n'
  sweep([
    ...['a.csv', 'a.txt', 'a.tsv', 'a', 'a.ndjson', 'a.json', 'a.htm'].map(
      (path): Case => [`a page as ${path}`, page, { refused: /is a web page, not a table/ }, { path }],
    ),
    ...['a.csv', 'a.fods', 'a.xml', 'a.txt', 'a'].map(
      (path): Case => [`XML as ${path}`, `\ufeff${xml}`, { refused: /is XML, not a table/ }, { path }],
    ),
    ['a mailbox', `From jo@a.example Mon Jan  5 10:00:00 2026\n${mail}`, { refused: /is mail/ }, { path: 'a.mbox' }],
    ['a mail', mail, { refused: /is mail/ }, { path: 'a.eml' }],
    ['an RTF document', '{\\rtf1\\ansi A fine day}', { refused: /RTF/ }, { path: 'a.txt' }],
    ['a calendar', 'BEGIN:VCALENDAR\nVERSION:2.0\n', { refused: /calendar/ }, { path: 'a.txt' }],
    [
      'lines under an unknown name',
      'A fine day\nA bad day\n',
      { refused: /\.log files are not known/ },
      { path: 'a.log' },
    ],
    ['the same with --format text', 'A fine day\nA bad day\n', { rows: 2 }, { path: 'a.log', format: 'text' }],
    ['a table under an unknown name', 'id,text\n1,A fine day\n', { rows: 1, text: 'text' }, { path: 'a.dat' }],
    [
      'lines of a .txt that speak of mail',
      'Subject: is missing in your form\nA bad day\n',
      { rows: 2 },
      { path: 'a.txt' },
    ],
  ])
})

describe('an upload takes what the contract allows, and guesses nothing (E5, F8)', () => {
  const read = async (name: 'a.csv' | 'a.xlsx', bytes: string | Uint8Array) => {
    const format = name === 'a.csv' ? 'csv' : 'xlsx'
    const wish = { fields: undefined, onlyField: '1', members: undefined }
    const file = await readStrictly(memoryFile(name, Buffer.from(bytes)), { format, wish, now: Date.UTC(2026, 5, 1) })
    const rows = []
    for await (const batch of await file.batches()) rows.push(...batch.rows)
    return rows.map(({ items, rejections }) => items[0]?.item.occurred_at ?? rejections[0]?.reason)
  }

  it.each([
    ['2024-03-12', '2024-03-12'],
    ['2024-03-12T14:05:09Z', '2024-03-12T14:05:09.000Z'],
    ['2024-03-12T14:05:09+01:00', '2024-03-12T13:05:09.000Z'],
    ...['12.03.24', '3/12/24', '2024-03-12 14:05', '1710252309', '45363', 'March 12 2024', '20240312'].map((text) => [
      text,
      null,
    ]),
  ])('the date %s', async (text, time) => {
    const rejected = expect.stringContaining('occurred_at must be an ISO-8601 time or a plain date')
    expect(await read('a.csv', `text,occurred_at\nhello,${text}\n`)).toEqual([time ?? rejected])
  })

  it('a text or an id that is a formula never calculated rejects its row with the reason', async () => {
    const row = (text: string, id: string) => `<row>${text}${id}</row>`
    const never = '<c><f>B2</f><v></v></c>'
    const rows = row(inline('text'), inline('external_id')) + row(never, inline('1')) + row(inline('hello'), never)
    const reasons = await read('a.xlsx', workbook({ sheets: { S: rows } }))
    expect(reasons[0]).toContain('a formula without a value')
    expect(reasons[1]).toContain('external_id was damaged')
  })
})
