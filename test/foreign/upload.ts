import { faultsOf } from './check.js'
import type { Choices } from './choices.js'
import { itemSchema, store } from './items.js'
import { readCsv } from './multipart.js'
import { landed, openQuestion, openSource } from './push.js'
import { acceptsText } from './questions.js'
import { type Fault, invalid } from './refusals.js'
import type { Call, QueryMember, Route } from './route.js'
import { chosen, record, type Schema, TEXT } from './shape.js'
import { nextId, type Question, type Source, type Task } from './state.js'
import { taskAnswer, taskCounts, taskShape, uploadKind } from './tasks.js'

const MEMBERS = ['text', 'external_id', 'customer_id', 'channel', 'language', 'rating', 'occurred_at']

interface Part {
  name: string
  schema: Schema
  required: boolean
  isIn: 'form' | 'query'
}

const isCsv = (c: Choices) => c['upload.media'] !== 'form'

/** What an upload takes besides its file, and where. */
function partsOf(c: Choices): Part[] {
  const isRequired = c['upload.mapped'] === 'required'
  const ids: [name: string | undefined, required: boolean][] = [
    [chosen(c, 'upload.source'), true],
    [chosen(c, 'upload.group'), true],
    [chosen(c, 'upload.question'), c['upload.asked'] === 'required'],
  ]
  const columns: [name: string, schema: Schema, required: boolean][] =
    c['upload.form'] === 'parts'
      ? MEMBERS.map((member) => [`${member}_column`, TEXT, isRequired && member === 'text'])
      : [[chosen(c, 'upload.mapping')!, { ...TEXT, description: mappingForm(c) }, isRequired]]
  const [idsIn, columnsIn] = [isCsv(c) || c['upload.ids'] === 'query' ? 'query' : 'form', isCsv(c) ? 'query' : 'form']
  return [
    ...ids.flatMap(([name, required]): Part[] =>
      name === undefined ? [] : [{ name, schema: TEXT, required, isIn: idsIn as Part['isIn'] }],
    ),
    ...columns.map(([name, schema, required]): Part => ({ name, schema, required, isIn: columnsIn as Part['isIn'] })),
  ]
}

function bodySchema(c: Choices): Schema {
  const file: Schema = { type: 'string', format: 'binary' }
  if (isCsv(c)) return file
  const parts = partsOf(c).filter(({ isIn }) => isIn === 'form')
  return {
    type: 'object',
    title: 'UploadFeedback',
    properties: {
      [chosen(c, 'upload.file')!]: file,
      ...Object.fromEntries(parts.map(({ name, schema }) => [name, schema])),
    },
    required: [chosen(c, 'upload.file')!, ...parts.flatMap(({ name, required }) => (required ? [name] : []))],
  }
}

function queryOf(c: Choices): QueryMember[] {
  return partsOf(c)
    .filter(({ isIn }) => isIn === 'query')
    .map(({ name, schema: { description, ...schema }, required }) => ({
      ...{ name, schema, required },
      ...(description !== undefined && { description }),
    }))
}

function mappingForm(c: Choices): string {
  if (c['upload.told'] === 'nothing') return 'Which column is which'
  if (c['upload.form'] === 'member to column')
    return 'JSON object: member of an item to name of a column, e.g. {"text":"Comment"}'
  if (c['upload.form'] === 'column to member')
    return 'JSON object: name of a column to member of an item, e.g. {"Comment":"text"}'
  return 'JSON array of {"column","member"}, e.g. [{"column":"Comment","member":"text"}]'
}

type Given = Record<string, unknown>

/** All parts of an upload, wherever they stand. */
const givenIn = ({ body, query }: Call): Given => ({ ...body, ...query })

/** The column of each member; as headed, where nothing says it. */
function readMapping(c: Choices, given: Given): Record<string, string> {
  const asHeaded = Object.fromEntries(MEMBERS.map((member) => [member, member]))
  if (c['upload.form'] === 'parts') {
    const told = MEMBERS.flatMap((member) => {
      const column = given[`${member}_column`]
      return column ? [[member, String(column)]] : []
    })
    return told.length === 0 ? asHeaded : Object.fromEntries(told)
  }
  const name = chosen(c, 'upload.mapping')!
  if (given[name] === undefined) return asHeaded
  const mapping = parseJson(c, name, String(given[name]))
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
  const mapping = readMapping(c, givenIn(call))
  const unknown = Object.keys(mapping).filter((member) => !MEMBERS.includes(member))
  const path = [chosen(c, 'upload.mapping')!]
  if (!mapping.text || unknown.length > 0)
    throw invalid(c, [{ path, message: 'must map text, and members of an item only', type: 'value_error' }])
  const rows = readCsv(isCsv(c) ? call.text : String(body[chosen(c, 'upload.file')!]))
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

/** What an upload is answered with that has no task: the counts of all that was done at once. */
const countsShape = (c: Choices) => record<Task>(c, 'UploadResult', taskCounts(c, uploadKind(c)))

/** `POST /feedback/upload`: a CSV file, ingested as a task or at once; rows that do not pass are left out. */
export function uploadRoute(c: Choices, readsUntilAnalysed: number): Route {
  const isAtOnce = c['upload.end'] === 'counts'
  return {
    id: 'uploadFeedback',
    method: 'POST',
    path: `${c.prefix}/feedback/upload`,
    scope: 'push',
    summary: 'Ingests a CSV file',
    isMultipart: !isCsv(c),
    isRaw: isCsv(c),
    query: queryOf(c),
    body: bodySchema(c),
    answers: { [c['upload.status']]: isAtOnce ? countsShape(c).schema : taskShape(c, uploadKind(c)).schema },
    run: (call) => {
      const given = givenIn(call)
      const source = openSource(call, given[chosen(c, 'upload.source')!], given[chosen(c, 'upload.group') ?? ''])
      const question = questionOf(call, given, source)
      const rows = rowsOf(call)
      const fit = rows.filter((row) => faultsOf(itemSchema(c), row, false).length === 0)
      const counts = store(call, source, question, fit)
      landed(call, source, counts, readsUntilAnalysed)
      const task: Task = {
        ...{ id: nextId(call.state), reads: isAtOnce ? 2 : 0, counts, rejected: rows.length - fit.length },
        perQuestion: [{ questionId: question.id, ...counts }],
      }
      if (isAtOnce) return { status: c['upload.status'], payload: countsShape(c).write(task) }
      call.state.tasks.push(task)
      return taskAnswer(c, c['upload.status'], task)
    },
  }
}

/** The question named, or the first that accepts text. */
function questionOf(call: Call, given: Given, source: Source): Question {
  const name = chosen(call.c, 'upload.question')
  if (name && given[name] !== undefined) return openQuestion(call, source, given[name], [name])
  const first = source.questions.find(acceptsText)
  if (!first)
    throw invalid(call.c, [
      { path: [chosen(call.c, 'upload.source')!], message: 'has no question that accepts text', type: 'value_error' },
    ])
  return first
}
