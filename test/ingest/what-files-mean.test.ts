import { describe, expect, it } from 'vitest'
import { type PushOptions, planPush } from '../../src/ingest/index.js'
import { createWorld, portsOf } from './model/memory.js'

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
