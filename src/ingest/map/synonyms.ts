import type { Member } from '../options.js'

/** Headers that mean a member, as `comparableHeader` gives them; the likelier first. Mail addresses are never taken unasked. */
export const SYNONYMS: Record<Member, readonly string[]> = {
  text: [
    ...['text', 'review', 'review text', 'review body', 'comment', 'comments', 'feedback', 'feedback text', 'verbatim'],
    ...['message', 'body', 'content', 'description', 'answer', 'response', 'full text', 'tweet', 'post', 'transcript'],
    ...[
      'kommentar',
      'kommentare',
      'rezension',
      'nachricht',
      'beschreibung',
      'antwort',
      'rückmeldung',
      'bewertungstext',
    ],
    ...['commentaire', 'commentaires', 'avis', 'texte', 'réponse', 'verbatims', 'comentario', 'comentarios', 'texto'],
    ...['reseña', 'opinión', 'respuesta', 'mensaje', 'comentário', 'comentários', 'avaliação', 'mensagem', 'resposta'],
    ...['commento', 'commenti', 'recensione', 'testo', 'risposta', 'opmerking', 'opmerkingen', 'recensie', 'tekst'],
    ...['komentarz', 'opinia', 'отзыв', 'комментарий', 'текст', 'コメント', 'レビュー', '评论', '评价', '留言'],
  ],
  external_id: [
    ...['external id', 'id', 'review id', 'ticket id', 'tweet id', 'response id', 'respondent id', 'feedback id'],
    ...['message id', 'comment id', 'record id', 'case id', 'post id', 'conversation id', 'unique id', 'uuid', 'guid'],
    ...[
      'case number',
      'ticket number',
      'ticket',
      'key',
      'antwort id',
      'bewertungs id',
      'rezensions id',
      'ticketnummer',
      'issue key',
      'bewertungsnummer',
      'vorgangsnummer',
      'identifiant',
      'identificador',
    ],
    ...['identificativo', 'идентификатор', '编号'],
  ],
  customer_id: [
    ...['customer id', 'user id', 'client id', 'account id', 'contact id', 'member id', 'requester id', 'author id'],
    ...[
      'customer',
      'customer number',
      'kundennummer',
      'kunden id',
      'numéro client',
      'id client',
      'id cliente',
      'klantnummer',
    ],
  ],
  channel: [
    'channel',
    'platform',
    'source',
    'medium',
    'kanal',
    'plattform',
    'quelle',
    'canal',
    'plateforme',
    'canale',
    'kanaal',
  ],
  language: [
    ...[
      'language',
      'lang',
      'locale',
      'language code',
      'review language',
      'sprache',
      'langue',
      'idioma',
      'lingua',
      'taal',
    ],
    ...['språk', 'sprog', 'język', 'язык', '言語', '语言'],
  ],
  rating: [
    ...[
      'rating',
      'star rating',
      'stars',
      'score',
      'review rating',
      'nps',
      'nps score',
      'csat',
      'csat score',
      'bewertung',
      'sterne',
      'note',
    ],
    ...['étoiles', 'puntuación', 'calificación', 'estrellas', 'nota', 'estrelas', 'valutazione', 'punteggio', 'stelle'],
    ...['beoordeling', 'sterren', 'ocena', 'оценка', '評価', '评分'],
  ],
  occurred_at: [
    ...[
      'occurred at',
      'created at',
      'date',
      'created',
      'timestamp',
      'datetime',
      'date time',
      'created time',
      'creation date',
    ],
    ...['date created', 'review date', 'submitted at', 'submission date', 'submit date', 'submitted', 'response date'],
    ...[
      'completed at',
      'end date',
      'posted at',
      'published at',
      'time',
      'datum',
      'erstellt am',
      'erstellt',
      'zeitpunkt',
    ],
    ...[
      'zeitstempel',
      'date de création',
      'créé le',
      'fecha',
      'fecha de creación',
      'data',
      'data de criação',
      'data creazione',
    ],
    ...[
      'rated at',
      'completion time',
      'recorded date',
      'date time opened',
      'opened date',
      'received at',
      'sent at',
      'at',
    ],
    ...['aangemaakt', 'dato', 'дата', '日付', '日時', '日期'],
  ],
}

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
