import { describe, expect, it } from 'vitest'
import { chooseMapping } from '../../../src/ingest/map/choose-mapping.js'
import { PRESET_NAMES } from '../../../src/ingest/map/presets.js'
import { planPush } from '../../../src/ingest/plan-push.js'
import { createMemoryDisk, portsOf } from '../model/memory.js'

const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`
const csv = (rows: readonly (readonly string[])[]) => rows.map((row) => row.map(quote).join(',')).join('\n')

/**
 * An export as its maker writes it: headers, a row, and the columns a push must take. fixtures/README.md says which of them are
 * confirmed by public samples.
 */
const EXPORTS: Record<string, { rows: string[][]; takes: Record<string, string> }> = {
  'google-play': {
    rows: [
      [
        'Package Name',
        'App Version Code',
        'Reviewer Language',
        'Device',
        'Review Submit Date and Time',
        'Review Last Update Date and Time',
        'Star Rating',
        'Review Title',
        'Review Text',
        'Developer Reply Text',
        'Review Link',
      ],
      [
        'com.example',
        '12',
        'pt',
        'klte',
        '2025-01-02T03:04:05Z',
        '2025-01-03T03:04:05Z',
        '4',
        '',
        'Muito bom',
        'Thanks a lot for your long review',
        'http://play.google.com/console?reviewId=ab',
      ],
    ],
    takes: {
      text: 'Review Text',
      external_id: 'Review Link',
      rating: 'Star Rating',
      language: 'Reviewer Language',
      occurred_at: 'Review Last Update Date and Time',
    },
  },
  'app-store': {
    rows: [
      ['id', 'rating', 'title', 'body', 'reviewerNickname', 'createdDate', 'territory'],
      ['r-1', '5', 'A title that goes on and on and on', 'Lovely', 'jo', '2025-01-02T03:04:05-07:00', 'USA'],
    ],
    takes: { text: 'body', external_id: 'id', rating: 'rating', occurred_at: 'createdDate' },
  },
  trustpilot: {
    rows: [
      [
        'Review Id',
        'Review Created (UTC)',
        'Review Consumer User Id',
        'Review Title',
        'Review Content',
        'Review Stars',
        'Source Of Review',
        'Review Language',
        'Domain URL',
        'Company Reply',
      ],
      [
        'a1',
        '2025-01-02 03:04:05',
        'u1',
        'Fine',
        'Came on time',
        '5',
        'Invitation',
        'en',
        'example.com',
        'Thank you so much for this review',
      ],
    ],
    takes: {
      text: 'Review Content',
      external_id: 'Review Id',
      customer_id: 'Review Consumer User Id',
      rating: 'Review Stars',
      language: 'Review Language',
      channel: 'Source Of Review',
      occurred_at: 'Review Created (UTC)',
    },
  },
  zendesk: {
    rows: [
      [
        ...['Summation column', 'Id', 'Requester', 'Requester id', 'Requester external id', 'Requester email'],
        ...['Submitter', 'Assignee', 'Group', 'Subject', 'Tags', 'Status', 'Priority', 'Via', 'Ticket type'],
        ...['Created at', 'Updated at', 'Solved at', 'Satisfaction Score'],
      ],
      [
        ...['1', '17', 'Jo', '991', '', 'jo@example.com', 'Jo', 'Kim', 'Support', 'Where is my parcel?', 'late'],
        ...['Open', 'High', 'Mail', 'Question', '2025-01-02 03:04', '2025-01-03 03:04', '', 'Offered'],
      ],
    ],
    takes: {
      text: 'Subject',
      external_id: 'Id',
      customer_id: 'Requester id',
      channel: 'Via',
      occurred_at: 'Created at',
    },
  },
  intercom: {
    rows: [
      [
        'Conversation ID',
        'Conversation started at (UTC)',
        'Channel',
        'Conversation rating',
        'Conversation remark',
        'Teammate',
      ],
      ['215', '2025-01-02 03:04:05', 'Email', '5', 'Quick answer', 'Kim Long Name Of A Teammate'],
    ],
    takes: {
      text: 'Conversation remark',
      external_id: 'Conversation ID',
      channel: 'Channel',
      rating: 'Conversation rating',
      occurred_at: 'Conversation started at (UTC)',
    },
  },
  freshdesk: {
    rows: [
      [
        'Ticket ID',
        'Subject',
        'Description',
        'Status',
        'Source',
        'Agent',
        'Created time',
        'Resolved time',
        'Contact ID',
      ],
      ['9', 'Broken', 'The mixer broke', 'Open', 'Portal', 'Kim', '2025-01-02 03:04:05', '', 'c9'],
    ],
    takes: {
      text: 'Description',
      external_id: 'Ticket ID',
      customer_id: 'Contact ID',
      channel: 'Source',
      occurred_at: 'Created time',
    },
  },
  hubspot: {
    rows: [
      ['Ticket ID', 'Ticket name', 'Ticket description', 'Pipeline', 'Create date', 'Source', 'Associated Contact IDs'],
      ['77', 'Invoice is wrong once again', 'Two items too many', 'Support', '2025-01-02 03:04', 'FORM', '1201'],
    ],
    takes: {
      text: 'Ticket description',
      external_id: 'Ticket ID',
      customer_id: 'Associated Contact IDs',
      channel: 'Source',
      occurred_at: 'Create date',
    },
  },
  // Headers of the CSV of a search with all fields.
  jira: {
    rows: [
      [
        'Summary',
        'Issue key',
        'Issue id',
        'Issue Type',
        'Status',
        'Reporter',
        'Reporter Id',
        'Created',
        'Description',
        'Comment',
      ],
      [
        'Login',
        'SUP-7',
        '10071',
        'Bug',
        'Open',
        'Jo',
        '5b10',
        '31/Jan/24 2:05 PM',
        'I cannot log in',
        '01/Feb/24 9:00 AM;5b11;Have you tried to turn it off and on again?',
      ],
    ],
    takes: { text: 'Description', external_id: 'Issue key', customer_id: 'Reporter Id', occurred_at: 'Created' },
  },
  // Headers are the labels an organisation gave its fields: those of a new organisation. Not confirmed from a public sample.
  salesforce: {
    rows: [
      ['Case Number', 'Subject', 'Description', 'Status', 'Case Origin', 'Date/Time Opened', 'Account Name'],
      ['00001026', 'Mixer', 'The mixer broke', 'New', 'Email', '1/31/2025 2:05 PM', 'Example Ltd'],
    ],
    takes: { text: 'Description', external_id: 'Case Number', channel: 'Case Origin', occurred_at: 'Date/Time Opened' },
  },
  qualtrics: {
    rows: [
      [
        'StartDate',
        'EndDate',
        'Status',
        'Progress',
        'Finished',
        'RecordedDate',
        'ResponseId',
        'UserLanguage',
        'Q1',
        'Q2',
      ],
      [
        'Start Date',
        'End Date',
        'Response Type',
        'Progress',
        'Finished',
        'Recorded Date',
        'Response ID',
        'User Language',
        'How was it?',
        'What could we do better, and what else do you want to tell us?',
      ],
      [
        'startDate',
        'endDate',
        'status',
        'progress',
        'finished',
        'recordedDate',
        '_recordId',
        'userLanguage',
        'QID1',
        'QID2_TEXT',
      ].map((id) => `{"ImportId":"${id}"}`),
      [
        '2025-01-02 03:04:05',
        '2025-01-02 03:06:05',
        'IP Address',
        '100',
        'True',
        '2025-01-02 03:06:06',
        'R_1',
        'EN',
        'Good',
        'More colours, please',
      ],
    ],
    takes: { text: 'Q2', external_id: 'ResponseId', language: 'UserLanguage', occurred_at: 'RecordedDate' },
  },
  // The headers of the .xlsx it writes; translated for other languages of its user.
  'microsoft-forms': {
    rows: [
      ['ID', 'Start time', 'Completion time', 'Email', 'Name', 'Last modified time', 'What did you like?'],
      ['1', '1/31/2025 14:03:00', '1/31/2025 14:05:09', 'anonymous', '', '', 'The calm of it all'],
    ],
    takes: { text: 'What did you like?', external_id: 'ID', occurred_at: 'Completion time' },
  },
  surveymonkey: {
    rows: [
      ['Respondent ID', 'Collector ID', 'Start Date', 'End Date', 'Email Address', 'What could we do better?'],
      ['', '', '', '', '', 'Open-Ended Response'],
      ['118', '40', '01/02/2025 03:04:05 AM', '01/13/2025 03:06:05 AM', 'jo@example.com', 'More colours, please'],
    ],
    takes: { text: 'What could we do better?', external_id: 'Respondent ID', occurred_at: 'End Date' },
  },
  typeform: {
    rows: [
      [
        '#',
        'What did you like?',
        'Response Type',
        'Start Date (UTC)',
        'Stage Date (UTC)',
        'Submit Date (UTC)',
        'Network ID',
        'Tags',
      ],
      ['k3j', 'The calm of it all', 'completed', '2025-01-02 03:04:05', '', '2025-01-02 03:06:05', '7f', ''],
    ],
    takes: { text: 'What did you like?', external_id: '#', occurred_at: 'Submit Date (UTC)' },
  },
  'google-forms': {
    rows: [
      ['Timestamp', 'What did you like about the day?', 'How old are you?'],
      ['2025/01/02 3:04:05 PM GMT+1', 'The talk about bees', '30'],
    ],
    takes: { text: 'What did you like about the day?', occurred_at: 'Timestamp' },
  },
}

async function plan(rows: readonly (readonly string[])[], preset?: string) {
  const disk = createMemoryDisk({ 'a.csv': csv(rows) })
  return planPush({ path: 'a.csv', ...(preset === undefined ? {} : { preset }) }, portsOf(disk))
}

const taken = ({ mapping }: Awaited<ReturnType<typeof plan>>) =>
  Object.fromEntries([
    ['text', mapping.texts[0]!.header],
    ...mapping.members.map(({ member, header }) => [member, header]),
  ])

describe('presets for the exports of common tools', () => {
  it('there is an export here for each', () => {
    expect(Object.keys(EXPORTS).sort()).toEqual([...PRESET_NAMES].sort())
  })

  it.each(Object.entries(EXPORTS))(
    '%s is known by its headers and read as its maker writes it',
    async (name, { rows, takes }) => {
      const found = await plan(rows)
      expect(found.mapping.preset?.name).toBe(name)
      expect(taken(found)).toEqual(takes)
      expect(found.check).toMatchObject({ rows: 1, items: 1, rejected: 0, warnings: [] })
    },
  )

  it('none is taken where --preset none says so, and columns are found by their names', async () => {
    const found = await plan(EXPORTS.trustpilot!.rows, 'none')
    expect(found.mapping.preset).toBeUndefined()
    expect(found.mapping.members.find(({ member }) => member === 'rating')).toBeUndefined()
  })

  it('one that does not fit, or is none, is refused with what it needs', async () => {
    await expect(plan(EXPORTS.zendesk!.rows, 'typeform')).rejects.toThrow("don't match the preset typeform")
    await expect(plan(EXPORTS.zendesk!.rows, 'zendek')).rejects.toThrow('unknown preset "zendek"')
  })

  it('is weaker than --map, and a column of other content is not taken', () => {
    const [header, ...body] = EXPORTS.zendesk!.rows
    const sample = body.map((cells, index) => ({ row: index + 2, cells }))
    const mapping = chooseMapping({ columns: header! }, sample, { path: 'a.csv', map: ['text=Subject'] })
    expect(mapping.texts).toMatchObject([{ header: 'Subject', chosenBy: 'option' }])
    const words = sample.map((row) => ({
      ...row,
      cells: row.cells.map((cell, at) => (header![at]!.endsWith(' at') ? 'yesterday' : cell)),
    }))
    expect(
      chooseMapping({ columns: header! }, words, { path: 'a.csv' }).members.map(({ member }) => member),
    ).not.toContain('occurred_at')
  })

  it('the foot of a Salesforce report is not rows, and is named', async () => {
    const rows = EXPORTS.salesforce!.rows
    const foot =
      '\n\n\n"Cases of January"\n"Copyright (c) 2000-2025 salesforce.com, inc. All rights reserved."\n"Generated By: Jo"\n'
    const disk = createMemoryDisk({ 'a.csv': csv(rows) + foot })
    const { check } = await planPush({ path: 'a.csv' }, portsOf(disk))
    expect(check).toMatchObject({
      rows: 1,
      rejected: 0,
      warnings: [{ kind: 'footer_rows', count: 3, rows: [5, 6, 7] }],
    })
  })

  it('an ordinary table with a timestamp is no form', async () => {
    const found = await plan([
      ['timestamp', 'text', 'id'],
      ['2025-01-02', 'Good day', '1'],
    ])
    expect(found.mapping.preset).toBeUndefined()
  })
})
