/** A header with one of these words in it may well be a date (`tweet_created`); the cells decide. */
export const DATE_WORDS: ReadonlySet<string> = new Set([
  ...['date', 'created', 'timestamp', 'submitted', 'posted', 'published', 'completed', 'completion', 'rated', 'opened'],
  ...['received', 'recorded', 'reviewed', 'responded', 'commented'],
  ...['datum', 'erstellt', 'fecha', 'data', 'créé', 'criado'],
])

/** A header that asks for a score, also as a whole question (`How likely are you to recommend us?`); the cells decide. */
export const SCORE_WORDS =
  /\b(?:nps|net promoter|csat)\b|\b(?:recommend|recommand|recomend|recomiend|weiterempf|empfehl|consigli|raccomand|aanbevel|polec)/
/** Of a score, but none. */
export const NO_SCORE = /\b(?:group|category|type|segment|label|count|responses|date|time)\b/

/** Headers of tables of tickets. */
export const TICKET_HEADERS: ReadonlySet<string> = new Set([
  ...[
    'status',
    'priority',
    'severity',
    'assignee',
    'assigned to',
    'reporter',
    'requester',
    'resolution',
    'resolved at',
  ],
  ...['issue key', 'issue type', 'ticket id', 'ticket number', 'ticket', 'case number', 'case id', 'incident', 'queue'],
  ...['priorität', 'bearbeiter', 'zugewiesen an', 'ticketnummer', 'vorgangsnummer', 'priorité', 'prioridad', 'estado'],
])
/** What a ticket is about, in the words of whoever opened it. */
export const DESCRIPTIONS: ReadonlySet<string> = new Set(['description', 'beschreibung'])
