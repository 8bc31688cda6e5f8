import { asSent, findMember } from '../../client/checked-payload.js'
import type { SourceRecord } from '../../client/each-group.js'
import type { BodyOf } from '../../contract/operations/index.js'
import { findQuestionType } from '../../contract/question-types.js'
import { Failure } from '../../terminal/failure.js'

type Body = NonNullable<BodyOf<'createSource'>>
type Question = NonNullable<Body['questions']>[number]

/**
 * Refuses a source that was created otherwise than asked: a service ignores members that it calls by another name. Gives what the
 * answer does not show either way, to be warned about.
 */
export function requireCreated(body: Body, created: SourceRecord): string[] {
  const parts = [...partsOf(body, created), ...questionParts(body.questions ?? [], shownMember(created, 'questions'))]
  const wrong = parts.filter(({ found, asked }) => found !== undefined && !same(found, asked))
  if (wrong.length > 0)
    throw createdOtherwise(
      created,
      wrong.map(({ what }) => what),
    )
  return parts.filter(({ found }) => found === undefined).map(({ what }) => what)
}

interface Part {
  what: string
  asked: unknown
  /** Undefined if the answer does not show it. */
  found: unknown
}

function partsOf(body: Body, created: SourceRecord): Part[] {
  const parts: Part[] = [
    { what: 'the title', asked: body.survey_title.trim(), found: shownMember(created, 'survey_title') },
    { what: 'the group', asked: body.survey_series_id, found: shownMember(created, 'survey_series_id') },
    { what: 'the feedback type', asked: body.feedback_type, found: shownMember(created, 'feedback_type') },
    {
      what: 'the description',
      asked: body.survey_description?.trim(),
      found: shownMember(created, 'survey_description'),
    },
  ]
  return parts.filter(({ asked }) => asked !== undefined && asked !== '')
}

function questionParts(asked: readonly Question[], found: unknown): Part[] {
  if (asked.length === 0) return []
  if (!Array.isArray(found)) return [{ what: 'the questions', asked, found: undefined }]
  if (found.length !== asked.length) return [{ what: 'the questions', asked: asked.length, found: found.length }]
  return asked.flatMap(({ type, question_text: text, options }, index) => {
    const question = found[index] as object
    const named = `question ${JSON.stringify(text)}`
    return [
      { what: `the text of ${named}`, asked: text.trim(), found: shownMember(question, 'question_text') },
      { what: `the type of ${named}`, asked: findQuestionType(type) ?? type, found: typeOf(question) },
      ...(options
        ? [{ what: `the options of ${named}`, asked: options, found: shownMember(question, 'options') }]
        : []),
    ]
  })
}

/** The service may say the alias of a type. */
function typeOf(question: object): unknown {
  const type = shownMember(question, 'type')
  return typeof type === 'string' ? (findQuestionType(type) ?? type) : type
}

/** A member that the answer has: one that may be null is not, if it was left out. */
function shownMember(record: object, name: string): unknown {
  return Object.hasOwn(asSent(record), name) ? findMember(record, name) : undefined
}

function same(found: unknown, asked: unknown): boolean {
  return JSON.stringify(found) === JSON.stringify(asked)
}

function createdOtherwise(created: SourceRecord, wrong: readonly string[]): Failure {
  const id = String(findMember(created, 'survey_id') ?? '')
  return new Failure({
    exit: 'failure',
    code: 'CREATED_OTHERWISE',
    message: `the source ${id} was created, but not as asked: ${wrong.join(', ')}`,
    hint: `It is still a draft. \`inpk sources show ${id}\` shows it; \`inpk learn\` finds out how this service differs.`,
  })
}
