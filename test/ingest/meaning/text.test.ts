import { describe } from 'vitest'
import { type Case, opinion, pick, sweep, table } from './case.js'

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
      { text: 'What would you change?', warns: ['other_dates'] },
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
      { refused: /no column looks like feedback text/ },
    ],
    [
      'tickets without any free text are refused',
      table(['Ticket ID', 'Issue', 'Status'], 200, (row) => [
        row + 1,
        pick(row, 'Account Access', 'Billing Question'),
        'Open',
      ]),
      { refused: /no column looks like feedback text/ },
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
      'of tickets the description, which the customer wrote, and no comment, which the agent may have',
      table(['Number', 'Status', 'Assignee', 'Comment', 'Description'], 30, (row) => [
        `INC${row}`,
        'Closed',
        `A${row}`,
        `Called back and explained all of it at length, then closed case ${row}`,
        opinion(row),
      ]),
      { text: 'Description', warns: ['other_texts'] },
    ],
    [
      'of reviews the comment, and no description of the product',
      table(['Product', 'Description', 'Stars', 'Comment'], 30, (row) => [
        `P${row}`,
        `A sturdy lamp of steel and glass in size ${row} for rooms with a high ceiling`,
        1 + (row % 5),
        opinion(row),
      ]),
      { text: 'Comment', rating: 'Stars', warns: ['other_texts'] },
    ],
    [
      'a comment that hardly anybody left gives way to the description that is always there, and is named',
      table(['Id', 'Comment', 'Description'], 30, (row) => [
        row,
        row % 6 === 0 ? `see ticket no. ${row}` : '',
        opinion(row),
      ]),
      { text: 'Description', id: 'Id', warns: ['other_texts'] },
    ],
    [
      'notes of the agent alone are refused',
      table(['ticket_id', 'agent_notes'], 30, (row) => [row + 1, opinion(row)]),
      { refused: /no column looks like feedback text/ },
    ],
    [
      'addresses and names are no feedback',
      table(['Customer name', 'Shipping address'], 30, (row) => [
        `Jo Miller ${row}`,
        `${row} Long Road of the North, Springfield`,
      ]),
      { refused: /no column looks like feedback text/ },
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
      { refused: /no column looks like feedback text/ },
    ],
  ])
})

describe('the rating is the number a customer gave, whatever the question (E7)', () => {
  const rated = (header: string, cells: (row: number) => unknown = (row) => row % 11) =>
    table([header, 'Why?'], 30, (row) => [cells(row), opinion(row)])
  sweep([
    ...[
      'NPS',
      'nps_rating',
      'Q1 NPS',
      'NPS (0-10)',
      'Net Promoter Score',
      'csat_score',
      'How likely are you to recommend us to a friend or colleague?',
      'On a scale from 0 to 10, how likely is it that you would recommend our shop?',
      'Wie wahrscheinlich ist es, dass Sie uns weiterempfehlen?',
      'Quelle est la probabilité que vous recommandiez notre entreprise ?',
      '¿Qué probabilidad hay de que nos recomiende a un amigo?',
    ].map((header): Case => [header, rated(header), { text: 'Why?', rating: header }]),
    [
      'a group of scores is none',
      rated('NPS group', (row) => 1 + (row % 3)),
      { text: 'Why?', rating: undefined as never },
    ],
    [
      'nor is a category',
      rated('NPS category', (row) => pick(row, 'Promoter', 'Passive', 'Detractor')),
      { text: 'Why?', rating: undefined as never },
    ],
    [
      'nor are words for a score',
      rated('How likely are you to recommend us?', (row) => pick(row, 'Very likely', 'Not at all')),
      { text: 'Why?', rating: undefined as never },
    ],
    [
      'nor a number beyond the scale, as of respondents',
      rated('NPS responses', (row) => 100 + row),
      { text: 'Why?', rating: undefined as never },
    ],
  ])
})
