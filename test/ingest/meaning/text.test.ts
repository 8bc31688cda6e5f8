import { describe } from 'vitest'
import { opinion, pick, sweep, table } from './case.js'

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
