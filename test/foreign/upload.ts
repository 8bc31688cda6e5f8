import { faultsOf } from './check.js'
import type { Choices } from './choices.js'
import { itemSchema, store } from './items.js'
import { readCsv } from './multipart.js'
import { landed, openQuestion, openSource } from './push.js'
import { acceptsText } from './questions.js'
import { type Fault, invalid } from './refusals.js'
import type { Call, Route } from './route.js'
import { chosen, type Schema, TEXT } from './shape.js'

import { nextId, type Question, type Source } from './state.js'
import { taskAnswer, taskShape } from './tasks.js'

const MEMBERS = ['text', 'external_id', 'customer_id', 'channel', 'language', 'rating', 'occurred_at']

function bodySchema(c: Choices): Schema {
  const file: Schema = { type: 'string', format: 'binary' }
  const mapping = chosen(c, 'upload.mapping')!
  const columns: Record<string, Schema> =
    c['upload.form'] === 'parts'
      ? Object.fromEntries(MEMBERS.map((member) => [`${member}_column`, TEXT]))
      : { [mapping]: { ...TEXT, description: mappingForm(c) } }
  const [source, group, question] = [
    chosen(c, 'upload.source')!,
    chosen(c, 'upload.group'),
    chosen(c, 'upload.question'),
  ]
  return {
    type: 'object',
    title: 'UploadFeedback',
    properties: {
      [chosen(c, 'upload.file')!]: file,
      [source]: TEXT,
      ...(group && { [group]: TEXT }),
      ...(question && { [question]: TEXT }),
      ...columns,
    },
    required: [
      chosen(c, 'upload.file')!,
      source,
      ...(group ? [group] : []),
      c['upload.form'] === 'parts' ? 'text_column' : mapping,
    ],
  }
}

function mappingForm(c: Choices): string {
  if (c['upload.form'] === 'member to column')
    return 'JSON object: member of an item to name of a column, e.g. {"text":"Comment"}'
  if (c['upload.form'] === 'column to member')
    return 'JSON object: name of a column to member of an item, e.g. {"Comment":"text"}'
  return 'JSON array of {"column","member"}, e.g. [{"column":"Comment","member":"text"}]'
}

/** The column of each member. */
function readMapping(c: Choices, body: Record<string, unknown>): Record<string, string> {
  if (c['upload.form'] === 'parts')
    return Object.fromEntries(
      MEMBERS.flatMap((member) => (body[`${member}_column`] ? [[member, String(body[`${member}_column`])]] : [])),
    )
  const name = chosen(c, 'upload.mapping')!
  const mapping = parseJson(c, name, String(body[name]))
  if (c['upload.form'] === 'list of pairs')
    return Object.fromEntries(
      (mapping as { column: string; member: string }[]).map(({ column, member }) => [member, column]),
    )
  const pairs = Object.entries(mapping as Record<string, string>)
  return c['upload.form'] === 'member to column'
    ? Object.fromEntries(pairs)
    : Object.fromEntries(pairs.map(([column, member]) => [member, column]))
}

function parseJson(c: Choices, name: string, text: string): unknown {
  const fault: Fault = { path: [name], message: `must be a ${mappingForm(c)}`, type: 'json_invalid' }
  try {
    const value: unknown = JSON.parse(text)
    if (value && typeof value === 'object' && Array.isArray(value) === (c['upload.form'] === 'list of pairs'))
      return value
  } catch {
    // Refused below, as a value of another form is.
  }
  throw invalid(c, [fault])
}

function rowsOf(call: Call): Record<string, unknown>[] {
  const { c, body } = call
  const mapping = readMapping(c, body)
  const unknown = Object.keys(mapping).filter((member) => !MEMBERS.includes(member))
  const path = [chosen(c, 'upload.mapping')!]
  if (!mapping.text || unknown.length > 0)
    throw invalid(c, [{ path, message: 'must map text, and members of an item only', type: 'value_error' }])
  const rows = readCsv(String(body[chosen(c, 'upload.file')!]))
  return rows.map((row) => {
    const pairs = Object.entries(mapping).flatMap(([member, column]) =>
      row[column] ? [[member, readCell(c, member, row[column])]] : [],
    )
    return Object.fromEntries(pairs)
  })
}

/** A cell is text; numbers are read as the pushes take them. */
function readCell(c: Choices, member: string, cell: string): unknown {
  const isNumber =
    (member === 'rating' && c['push.rating'] !== 'digits') ||
    (member === 'occurred_at' && c['push.dates'].startsWith('epoch'))
  return isNumber && !Number.isNaN(Number(cell)) ? Number(cell) : cell
}

/** `POST /feedback/upload`: a CSV file, ingested as a task; rows that do not pass are left out. */
export function uploadRoute(c: Choices, readsUntilAnalysed: number): Route {
  return {
    id: 'uploadFeedback',
    method: 'POST',
    path: `${c.prefix}/feedback/upload`,
    scope: 'push',
    summary: 'Ingests a CSV file',
    isMultipart: true,
    body: bodySchema(c),
    answers: { [c['upload.status']]: taskShape(c).schema },
    run: (call) => {
      const source = openSource(
        call,
        call.body[chosen(c, 'upload.source')!],
        call.body[chosen(c, 'upload.group') ?? ''],
      )
      const question = questionOf(call, source)
      const rows = rowsOf(call).filter((row) => faultsOf(itemSchema(c), row, false).length === 0)
      const counts = store(call, source, question, rows)
      landed(call, source, counts, readsUntilAnalysed)
      const task = { id: nextId(call.state), reads: 0, counts, perQuestion: [{ questionId: question.id, ...counts }] }
      call.state.tasks.push(task)
      return taskAnswer(c, c['upload.status'], task)
    },
  }
}

/** The question named, or the first that accepts text. */
function questionOf(call: Call, source: Source): Question {
  const name = chosen(call.c, 'upload.question')
  if (name && call.body[name] !== undefined) return openQuestion(call, source, call.body[name], [name])
  const first = source.questions.find(acceptsText)
  if (!first)
    throw invalid(call.c, [
      { path: [chosen(call.c, 'upload.source')!], message: 'has no question that accepts text', type: 'value_error' },
    ])
  return first
}
