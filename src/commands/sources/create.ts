import { type CommandInput, command } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import { omitUndefined } from '../../cli/omit-undefined.js'
import { choice, flag, name, text, texts } from '../../cli/options.js'
import { readJsonObject } from '../../cli/read-json-file.js'
import { asSent, findMember } from '../../client/checked-payload.js'
import type { Answer, Client } from '../../client/client-types.js'
import { UnexpectedResponseError } from '../../client/errors.js'
import { whatIsThere } from '../../client/gaps.js'
import { type BodyOf, OPERATIONS, type ResultOf } from '../../contract/operations/index.js'
import { FEEDBACK_TYPES } from '../../contract/question-types.js'
import { SourceRecord } from '../../contract/records.js'
import { noUnknownMembers, withoutUnknown } from '../../contract/unknown-members.js'
import { toClassic } from '../../contract/vocabulary.js'
import { publishCreated } from '../../ingest/destination/publish-created.js'
import { isIdentifier } from '../../listings/find-by-name.js'
import { findListed } from '../../listings/find-listed.js'
import { requireGroupByReference } from '../../listings/find-target.js'
import { answered, presented, type Result } from '../../output/outcome.js'
import { wrongUsage } from '../../terminal/failure.js'
import { publishSource } from '../publish-source.js'
import { requireMade } from '../require-made.js'
import { readQuestions, requireQuestionTypes } from './questions.js'
import { requireCreated } from './require-created.js'
import { sourceView } from './source-view.js'

const OPTIONS = {
  group: name('--group <group>', 'group to create it in (id or name)', 'groups'),
  description: text('--description <text>', 'up to 1,000 characters'),
  feedbackType: choice(
    '--feedback-type <type>',
    `what kind of feedback it holds (default: ${FEEDBACK_TYPES[0]})`,
    FEEDBACK_TYPES,
  ),
  question: texts('--question <question>', 'a field, as "DEPTH_TEXT: What went well?"'),
  option: texts('--option <text>', 'an answer option of the MCQ or SCQ question before it'),
  required: flag('--required', 'the question before it must be answered'),
  from: text('--from <file>', 'JSON file with the members of the request; options override it'),
  publish: flag('--publish', 'publish it, so that it accepts feedback'),
}

export const COMMAND = command({
  examples: [
    ['sources create "Tickets 2026" --group Support --question "What happened?" --publish'],
    ['sources create "Survey" --group 12 --question "SCQ: Again?" --option Yes --option No'],
    ['sources create --from source.json --group Support'],
  ],
  arguments: [{ name: 'TITLE', purpose: 'title, 1 to 100 characters' }],
  options: OPTIONS,
  typedAs: { 'questions[].options': '--option', 'questions[].required': '--required' },
  run: createSource,
})

type Body = NonNullable<BodyOf<'createSource'>>

async function createSource(input: CommandInput<typeof OPTIONS>, factory: Factory): Promise<Result> {
  const template = input.from === undefined ? {} : await readTemplate(input.from, factory)
  const group = input.group ?? template.survey_series_id
  if (group === undefined) throw wrongUsage('a source needs a group', 'Give --group with its id or name.')
  const title = input.args[0] ?? template.survey_title
  if (title === undefined) throw wrongUsage('a source needs a title', 'Give it as the first argument, or in the file.')
  const questions = readQuestions(input.given)
  const client = await factory.client()
  const id = isIdentifier(group) ? group : (await requireGroupByReference(client, group)).survey_series_id
  const body: Body = {
    ...template,
    survey_series_id: id,
    survey_title: title,
    ...omitUndefined({
      survey_description: input.description,
      feedback_type: input.feedbackType,
      questions: questions.length === 0 ? undefined : questions,
    }),
  }
  const created = await readBack(client, await client.call('createSource', { body }), id)
  if (input.from !== undefined) await warnOfUnknown(input.from, template, created.headers, factory)
  const unseen = requireCreated(body, created.payload)
  if (unseen.length > 0) await factory.screen.warn(`the response doesn't include ${unseen.join(', ')}`)
  await requireMade(client, 'createSource', created.payload, 'survey_id')
  if (!input.publish) return answered(created, sourceView)
  const source = { title: body.survey_title, id: created.payload.survey_id }
  const published = await publishCreated(source, () => publishSource(client, source.id, id), factory.screen.say)
  return publishedResult(created, published)
}

/** The answer, or the source as it is listed where an answer says nothing of it but where it is (`Location`). */
async function readBack(client: Client, answer: Created, groupId: string): Promise<Created> {
  const id = findMember(answer.payload, 'survey_id')
  const body = asSent(answer.payload)
  const isSaid = Object.keys(SourceRecord.properties).some((name) => Object.hasOwn(body, name))
  if (typeof id !== 'string' || isSaid) return answer
  const listed = await findListed(client, id, groupId)
  if (listed) return { ...answer, payload: listed, worded: listed }
  throw new UnexpectedResponseError(
    `The service accepted createSource (${answer.status}) and names it ${JSON.stringify(id)}, but the group has no such source`,
    'Run `inpk sources list` to see what was created before you run the command again.',
  )
}

type Created = Answer<ResultOf<'createSource'>>

/** Both answers as one record: that of publishing may show less. */
function publishedResult(created: Created, published: Awaited<ReturnType<typeof publishSource>>) {
  const data = { ...asSent(created.worded as object), ...asSent(published.worded as object) }
  const shown = { ...whatIsThere(created.payload), ...whatIsThere(published.payload) }
  return presented({ data, shown, view: sourceView })
}

/** The members of a request from a file, in either vocabulary. */
async function readTemplate(path: string, { environment }: Factory): Promise<Partial<Body>> {
  const value = await readJsonObject(environment, path)
  const template = toClassic(OPERATIONS.createSource.body, value) as Partial<Body>
  requireQuestionTypes(template.questions, `${path}: ${Object.hasOwn(value, 'fields') ? 'fields' : 'questions'}`)
  return { ...template }
}

/** A service ignores members of another name, and says nothing; the emulator does. */
async function warnOfUnknown(
  path: string,
  template: Partial<Body>,
  headers: Record<string, string>,
  { screen }: Factory,
): Promise<void> {
  if (headers['x-emulator-instance'] !== undefined) return
  const unknown = noUnknownMembers()
  withoutUnknown(unknown, OPERATIONS.createSource.body, template)
  for (const { path: member, nearest } of unknown.named) {
    const meant = nearest === undefined ? '' : ` (did you mean ${nearest}?)`
    await screen.warn(`${path}: ${member} is not known, and the service may have ignored it${meant}`)
  }
}
