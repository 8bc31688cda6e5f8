import { LIMITS } from '../limits.js'
import { assumed, type TSchema, Type } from '../schema.js'

/**
 * How the values of a member are checked (check-item.ts), read from a cell, stored and listed. `feedback` is the text itself, `text` a
 * short one.
 */
export type MemberKind = 'feedback' | 'text' | 'language' | 'number' | 'time'

/** The lists of items that people read: `feedback list`, and the items of a source on the dashboard. */
export type ItemList = 'command' | 'dashboard'

interface ItemMember {
  kind: MemberKind
  /** As it is pushed; `minLength` and `maxLength` are its limits. */
  schema: TSchema
  /** Its name in what the emulator stores; never changed, for files of earlier versions have it. */
  stored: string
  /** Its name on the dashboard. */
  title: string
  /** It names something: shown so that it can be copied. */
  isId?: true
  /** The lists that have a column for it; a single item shows all its members. */
  listedBy?: readonly ItemList[]
  /** What a file may call its column, as `comparableHeader` gives it; the likelier first. Mail addresses are never taken unasked. */
  headers: readonly string[]
  /** What is said of one and of several values that a push leaves out; without it such a value keeps its row from being pushed. */
  dropped?: readonly [one: string, several: string]
}

const shortText = (maxLength: number, description: string) =>
  Type.Optional(assumed(Type.String({ minLength: 1, maxLength, description })))

/**
 * What an item consists of (PSH-1; types, formats and limits are assumed), in the order of listings. All that knows the members of an
 * item walks this table: checks, storage, listings, columns of files, uploads, seeds, the description, the dashboard.
 */
export const ITEM_MEMBERS = {
  text: {
    kind: 'feedback',
    schema: assumed(
      Type.String({ minLength: 1, maxLength: LIMITS.charactersPerItem, description: 'The feedback itself' }),
    ),
    stored: 'text',
    title: 'Text',
    listedBy: ['command', 'dashboard'],
    headers: listed(`
      text, review, review text, review body, comment, comments, feedback, feedback text, verbatim,
      message, body, content, description, answer, response, full text, tweet, post, transcript,
      kommentar, kommentare, rezension, nachricht, beschreibung, antwort, rückmeldung, bewertungstext,
      commentaire, commentaires, avis, texte, réponse, verbatims, comentario, comentarios, texto,
      reseña, opinión, respuesta, mensaje, comentário, comentários, avaliação, mensagem, resposta,
      commento, commenti, recensione, testo, risposta, opmerking, opmerkingen, recensie, tekst,
      komentarz, opinia, отзыв, комментарий, текст, コメント, レビュー, 评论, 评价, 留言`),
  },
  external_id: {
    kind: 'text',
    schema: shortText(
      LIMITS.externalId,
      'Your identifier of the item; one that is already stored is a duplicate and is not stored again',
    ),
    stored: 'externalId',
    title: 'External id',
    isId: true,
    listedBy: ['command', 'dashboard'],
    headers: listed(`
      external id, id, review id, ticket id, tweet id, response id, respondent id, feedback id,
      message id, comment id, record id, case id, post id, conversation id, unique id, uuid, guid,
      case number, ticket number, ticket, key, antwort id, bewertungs id, rezensions id, ticketnummer, issue key,
      bewertungsnummer, vorgangsnummer, identifiant, identificador, identificativo, идентификатор, 编号`),
  },
  customer_id: {
    kind: 'text',
    schema: shortText(LIMITS.customerId, 'Your identifier of the customer who gave the feedback'),
    stored: 'customerId',
    title: 'Customer id',
    isId: true,
    headers: listed(`
      customer id, user id, client id, account id, contact id, member id, requester id, author id,
      customer, customer number, kundennummer, kunden id, numéro client, id client, id cliente, klantnummer`),
    dropped: ['customer id is invalid and was left out', 'customer ids are invalid and were left out'],
  },
  channel: {
    kind: 'text',
    schema: shortText(100, 'Where the feedback came from, such as `email` or `app`'),
    stored: 'channel',
    title: 'Channel',
    listedBy: ['dashboard'],
    headers: listed(`
      channel, platform, source, medium, kanal, plattform, quelle, canal, plateforme, canale, kanaal`),
    dropped: ['channel is invalid and was left out', 'channels are invalid and were left out'],
  },
  language: {
    kind: 'language',
    schema: Type.Optional(
      assumed(Type.String({ description: 'Language of the text as a BCP 47 tag, such as `en` or `de-CH`' })),
    ),
    stored: 'language',
    title: 'Language',
    headers: listed(`
      language, lang, locale, language code, review language, sprache, langue, idioma, lingua, taal,
      språk, sprog, język, язык, 言語, 语言`),
    dropped: ['language is unknown and was left out', 'languages are unknown and were left out'],
  },
  rating: {
    kind: 'number',
    schema: Type.Optional(assumed(Type.Number({ description: 'Rating that came with the feedback, on any scale' }))),
    stored: 'rating',
    title: 'Rating',
    listedBy: ['command', 'dashboard'],
    headers: listed(`
      rating, star rating, stars, score, review rating, nps, nps score, csat, csat score, bewertung, sterne, note,
      étoiles, puntuación, calificación, estrellas, nota, estrelas, valutazione, punteggio, stelle,
      beoordeling, sterren, ocena, оценка, 評価, 评分`),
    dropped: ['rating is not a number and was left out', 'ratings are not numbers and were left out'],
  },
  occurred_at: {
    kind: 'time',
    schema: Type.Optional(
      assumed(Type.String({ description: 'When the feedback was given: ISO 8601 with offset or Z, or a plain date' })),
    ),
    stored: 'occurredAt',
    title: 'Occurred',
    listedBy: ['command', 'dashboard'],
    headers: listed(`
      occurred at, created at, date, created, timestamp, datetime, date time, created time, creation date,
      date created, review date, submitted at, submission date, submit date, submitted, response date,
      completed at, end date, posted at, published at, time, datum, erstellt am, erstellt, zeitpunkt,
      zeitstempel, date de création, créé le, fecha, fecha de creación, data, data de criação, data creazione,
      rated at, completion time, recorded date, date time opened, opened date, received at, sent at, at,
      aangemaakt, dato, дата, 日付, 日時, 日期`),
    dropped: ["date can't be read and was left out", "dates can't be read and were left out"],
  },
} as const satisfies Record<string, ItemMember>

type Table = typeof ITEM_MEMBERS
export type Member = keyof Table
export type OptionalMember = Exclude<Member, 'text'>
/** The members that hold a short text; each has a limit of its own. */
export type ShortTextMember = { [M in Member]: Table[M]['kind'] extends 'text' ? M : never }[Member]
/** The members a push leaves out where their value makes no sense. */
export type DroppedMember = { [M in Member]: Table[M] extends { dropped: unknown } ? M : never }[Member]

export const MEMBERS = Object.keys(ITEM_MEMBERS) as Member[]
export const OPTIONAL_MEMBERS = MEMBERS.filter((member): member is OptionalMember => member !== 'text')
export const DROPPED_MEMBERS = MEMBERS.filter((member): member is DroppedMember => 'dropped' in ITEM_MEMBERS[member])
/** The members that say which item, and whose. */
export const ID_MEMBERS: readonly Member[] = ['external_id', 'customer_id']
export const SHORT_TEXT_MEMBERS = MEMBERS.filter(
  (member): member is ShortTextMember => ITEM_MEMBERS[member].kind === 'text',
)

/** The members a list has columns for, in their order. */
export function membersListedBy(list: ItemList): Member[] {
  return MEMBERS.filter((member) => (ITEM_MEMBERS[member] as ItemMember).listedBy?.includes(list))
}

/** What a file may call the column of each member. */
export const KNOWN_HEADERS: Readonly<Record<Member, readonly string[]>> = byMember(
  MEMBERS,
  (member) => ITEM_MEMBERS[member].headers,
)

/** Returns how many characters a short text may have; `minLength` is 1 for all. */
export function maxLengthOf(member: ShortTextMember): number {
  return (ITEM_MEMBERS[member].schema as { maxLength?: number }).maxLength!
}

/** Makes an object with an entry for each of these members, in their order. */
export function byMember<M extends Member, V>(members: readonly M[], make: (member: M) => V): Record<M, V> {
  return Object.fromEntries(members.map((member) => [member, make(member)])) as Record<M, V>
}

function listed(headers: string): string[] {
  return headers.trim().split(/,\s+/)
}
