import type { Member } from '../../contract/items/members.js'

/** How a tool's export is known and read. Headers are as `comparableHeader` gives them; alternatives are separated by bars. */
export interface Preset {
  title: string
  /** All of these are in the file. */
  marks: readonly string[]
  /** The column of each member; the first of the alternatives that is there. Without a text the file's content decides. */
  members: Partial<Record<Member, string>>
  /**
   * This many rows below the headers explain them: a cell of the last reads so, or it has no id. `open`: how they mark an open
   * question.
   */
  explains?: { rows: number; by?: RegExp; open?: RegExp }
  /** Lines of one cell below a blank line are the foot of a report. */
  footer?: true
}

/** Exports of common tools. One that fits is taken before any guess by names, and shown before anything is sent. */
export const PRESETS = {
  'google-play': {
    title: 'Google Play Console, reviews',
    marks: ['package name', 'star rating', 'review text'],
    members: {
      text: 'review text',
      external_id: 'review link',
      rating: 'star rating',
      language: 'reviewer language',
      occurred_at: 'review last update date and time|review submit date and time',
    },
  },
  'app-store': {
    title: 'App Store, customer reviews',
    marks: ['reviewer nickname|author|nickname', 'territory|country|storefront', 'body|review', 'rating'],
    members: {
      text: 'body|review',
      external_id: 'review id|id',
      rating: 'rating',
      occurred_at: 'created date|date|last modified date',
    },
  },
  trustpilot: {
    title: 'Trustpilot, reviews',
    marks: ['review content', 'review stars'],
    members: {
      text: 'review content',
      external_id: 'review id',
      customer_id: 'review consumer user id|reference id',
      rating: 'review stars',
      language: 'review language',
      channel: 'source of review',
      occurred_at: 'review created|review created utc',
    },
  },
  zendesk: {
    title: 'Zendesk, tickets',
    marks: ['requester|requester id', 'id|ticket id', 'subject', 'status|ticket status', 'assignee|assignee id|group'],
    members: {
      text: 'description|comment|subject',
      external_id: 'id|ticket id',
      customer_id: 'requester id',
      channel: 'via|channel',
      language: 'language|locale',
      occurred_at: 'requested|created at|created',
    },
  },
  intercom: {
    title: 'Intercom, conversations',
    marks: ['conversation id', 'message body|conversation rating remark|conversation remark|remark|user message'],
    members: {
      text: 'message body|conversation rating remark|conversation remark|remark|user message',
      external_id: 'message id|conversation id',
      customer_id: 'message author user id|user id|contact id',
      channel: 'channel|conversation channel|message type',
      rating: 'conversation rating|rating',
      occurred_at:
        'message created at|conversation rated at|conversation started at|conversation created at|created at',
    },
  },
  freshdesk: {
    title: 'Freshdesk, tickets',
    marks: ['ticket id', 'created time', 'agent|resolved time|due by time'],
    members: {
      text: 'description|description text|feedback|subject',
      external_id: 'ticket id',
      customer_id: 'contact id|requester id',
      channel: 'source',
      rating: 'survey results|rating',
      occurred_at: 'created time',
    },
  },
  hubspot: {
    title: 'HubSpot, tickets and feedback',
    marks: [
      'ticket id|record id|response id|submission id',
      'ticket description|survey name|follow up response',
      'create date|submission date|response date|created at',
    ],
    members: {
      text: 'ticket description|follow up response|response|content',
      external_id: 'ticket id|submission id|response id|record id',
      customer_id: 'associated contact ids|associated contact id|contact id|contact record id',
      channel: 'source|survey channel',
      rating: 'rating|value',
      occurred_at: 'create date|submission date|response date|created at',
    },
  },
  jira: {
    title: 'Jira, issues',
    marks: ['issue key', 'summary', 'issue type|status'],
    members: {
      text: 'description',
      external_id: 'issue key',
      customer_id: 'reporter id',
      occurred_at: 'created',
    },
  },
  salesforce: {
    title: 'Salesforce, case report',
    marks: [
      'case number',
      'subject|description|case comments',
      'date time opened|opened date|created date|date opened',
    ],
    members: {
      text: 'description|case comments|subject',
      external_id: 'case number',
      customer_id: 'contact id|account id',
      channel: 'case origin',
      occurred_at: 'date time opened|opened date|created date|date opened',
    },
    footer: true,
  },
  qualtrics: {
    title: 'Qualtrics, responses',
    marks: ['response id', 'recorded date', 'finished|progress'],
    members: {
      external_id: 'response id',
      language: 'user language',
      occurred_at: 'recorded date|end date|start date',
    },
    explains: { rows: 2, by: /^\{"ImportId":/ },
  },
  'microsoft-forms': {
    title: 'Microsoft Forms, responses',
    marks: ['id', 'start time', 'completion time', 'email'],
    members: { external_id: 'id', occurred_at: 'completion time|start time' },
  },
  surveymonkey: {
    title: 'SurveyMonkey, all responses',
    marks: ['respondent id', 'collector id'],
    members: { external_id: 'respondent id', occurred_at: 'end date|date modified|start date|date created' },
    explains: { rows: 1, open: /^open-ended response$/i },
  },
  typeform: {
    title: 'Typeform, responses',
    marks: ['network id', 'submit date'],
    members: { external_id: '#|response id|token', occurred_at: 'submit date|submit date utc' },
  },
  'google-forms': {
    title: 'Google Forms, responses',
    marks: [
      'timestamp|zeitstempel|horodateur|marca temporal|carimbo de data hora|informazioni cronologiche|tijdstempel|sygnatura czasowa',
    ],
    members: {
      occurred_at:
        'timestamp|zeitstempel|horodateur|marca temporal|carimbo de data hora|informazioni cronologiche|tijdstempel|sygnatura czasowa',
    },
  },
} as const satisfies Record<string, Preset>

export type PresetName = keyof typeof PRESETS
export const PRESET_NAMES = Object.keys(PRESETS) as PresetName[]
