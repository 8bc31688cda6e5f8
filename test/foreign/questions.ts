import type { Choices } from './choices.js'
import { chosen, FLAG, otherId, otherIdSchema, record, type Schema, type Shape, TEXT } from './shape.js'
import { ALIASES, nextId, type Question, type QuestionType, type State } from './state.js'

const TYPES = Object.keys(ALIASES) as QuestionType[]

/** Whether text may be pushed to it. */
export const acceptsText = ({ type }: Question): boolean => type === 'DEPTH_TEXT' || type === 'TEXT'

const wordOf = (c: Choices, type: QuestionType) =>
  c['question.word'] === 'name' ? type : c['question.word'] === 'alias' ? ALIASES[type] : type.toLowerCase()

function optionSchema(c: Choices): Schema {
  const form = c['question.optionForm']
  if (form === 'numbered map') return { type: 'object', additionalProperties: TEXT }
  if (form === 'strings') return { type: 'array', items: TEXT }
  const member = form === 'label records' ? 'label' : 'text'
  const title = 'QuestionOption'
  return { type: 'array', items: { type: 'object', title, properties: { [member]: TEXT }, required: [member] } }
}

/** Options as this service writes and takes them. */
export function writeOptions(c: Choices, options: string[]): unknown {
  const form = c['question.optionForm']
  if (form === 'strings') return options
  if (form === 'numbered map') return Object.fromEntries(options.map((option, index) => [String(index + 1), option]))
  return options.map((option) => ({ [form === 'label records' ? 'label' : 'text']: option }))
}

function readOptions(written: unknown): string[] {
  if (Array.isArray(written))
    return written.map((each) => (typeof each === 'string' ? each : String(Object.values(each)[0])))
  return written && typeof written === 'object' ? Object.values(written).map(String) : []
}

/** A question as it is listed. */
export function questionShape(c: Choices): Shape<Question> {
  return record<Question>(c, 'Question', [
    { name: chosen(c, 'question.id'), schema: otherIdSchema(c), of: ({ id }) => otherId(c, 'question', id) },
    { name: chosen(c, 'question.text'), schema: TEXT, of: ({ text }) => text },
    {
      name: chosen(c, 'question.type'),
      schema: { type: 'string', enum: TYPES.map((type) => wordOf(c, type)) },
      of: ({ type }) => wordOf(c, type),
    },
    {
      name: chosen(c, 'question.options'),
      schema: optionSchema(c),
      of: ({ options }) => (options.length > 0 ? writeOptions(c, options) : undefined),
      mayLack: true,
    },
    { name: 'accepts_text', schema: FLAG, of: acceptsText },
  ])
}

/** A question in the body that creates a source: its type is shown, its other members are not. */
export function questionCreate(c: Choices): Schema {
  const [text, type] = [chosen(c, 'question.text')!, chosen(c, 'question.type')!]
  const required = chosen(c, 'question.required')
  const members: Record<string, Schema> = {
    [text]: { type: 'string', minLength: 1 },
    [type]: { type: 'string', enum: [...TYPES, ...Object.values(ALIASES)] },
    [chosen(c, 'question.options')!]: optionSchema(c),
    ...(required && { [required]: FLAG }),
  }
  return { type: 'object', title: 'QuestionCreate', properties: members, required: [text, type] }
}

/** The question that such a body asks for. */
export function readQuestion(c: Choices, state: State, written: Record<string, unknown>): Question {
  const word = written[chosen(c, 'question.type')!]
  return {
    id: nextId(state),
    text: String(written[chosen(c, 'question.text')!]),
    type: TYPES.find((type) => type === word || ALIASES[type] === word)!,
    options: readOptions(written[chosen(c, 'question.options')!]),
  }
}
