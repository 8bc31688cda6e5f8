import { createHash, randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import { type CommandInput, command } from '../cli/command.js'
import type { Factory } from '../cli/factory.js'
import { duration, flag, name, requiredName, text, texts, waiver } from '../cli/options.js'
import { readBytesOf, TRY_EXAMPLES } from '../cli/read-file.js'
import type { Client } from '../client/client-types.js'
import { ServiceError } from '../client/errors.js'
import { whatIsThere } from '../client/gaps.js'
import { LIMITS } from '../contract/limits.js'
import type { BodyOf } from '../contract/operations/index.js'
import { requireSourceByReference } from '../listings/find-target.js'
import { answered, type Result, withHint } from '../output/outcome.js'
import { EXIT } from '../terminal/exit-codes.js'
import { Failure, wrongUsage } from '../terminal/failure.js'
import { isStillPending } from './poll.js'
import { requireMade } from './require-made.js'
import { findTask } from './tasks/ask-task.js'
import { isTaskOver, queuedHintOf, queuedView } from './tasks/task-view.js'
import { waitForTask } from './tasks/wait-for-task.js'
import { asHeaded, COLUMNS_HINT, requireColumns, warnOfLeftOut } from './upload-columns.js'
import { uploadMapping } from './upload-mapping.js'

const OPTIONS = {
  source: requiredName('--source <source>', 'source to upload to (id or name)', 'sources'),
  group: name('--group <group>', 'group of the source (id or name)', 'groups'),
  map: texts('--map <member=column>', 'column for text, external_id, customer_id, …'),
  field: texts('--field <column=field>', 'text column and its field (id or title)'),
  sourceReference: text('--source-reference <text>', 'label to store with each item'),
  again: waiver(flag('--again', 'upload the file again even if it was uploaded before')),
  wait: flag('--wait', 'wait until its rows are stored, and show the result'),
  within: duration('--within <duration>', 'longest wait for --wait (default: 10m); then exit code 12'),
}

export const COMMAND = command({
  examples: [
    ['upload answers.csv --source 12 --wait'],
    ['upload answers.xlsx --source "Tickets 2026" --map text=Comment --map external_id=ID'],
    ['upload survey.csv --source 12 --field "Liked=31" --field "Missing=32"'],
  ],
  arguments: [{ name: 'FILE', purpose: '.csv or .xlsx, up to 100 MiB', required: true }],
  options: OPTIONS,
  typedAs: { source_reference: '--source-reference', mapping: '--map and --field' },
  needs: [['within', 'wait']],
  run: upload,
})

/** The service reads the rows, as a task; with `--wait`: 0 when all went in, 10 when rows were rejected, 1 when it failed, 12 when it is still at work. */
async function upload(input: CommandInput<typeof OPTIONS>, factory: Factory): Promise<Result> {
  const path = input.args[0]!
  if (!/\.(csv|xlsx)$/i.test(path)) {
    throw wrongUsage(
      `can't upload ${path}: it is not a .csv or .xlsx file`,
      '`inpk push` takes other formats, and any size.',
    )
  }
  const given = await readBytesOf(factory.environment, path, TRY_EXAMPLES)
  if (given.length > LIMITS.uploadBytes) throw tooLarge(path)
  const client = await factory.client()
  const { group, source } = await requireSourceByReference(client, input.source, input.group)
  const contract = await client.contract()
  const headers = async () => {
    const { fileOfBytes, readHeaders } = await import('../ingest/read/whole-table.js')
    return readHeaders(fileOfBytes(path, given))
  }
  const asked = await uploadMapping(input, { source, headers }, contract)
  await requireColumns({ path, file: given, mapping: asked }, factory.environment.now())
  const isUnmapped = input.map.length + input.field.length === 0
  if (isUnmapped) await warnOfLeftOut(await headers(), factory.screen)
  const { file, mapping } = await asHeaded({ path, file: given, mapping: asked, headers }, contract, factory)
  const { required = [] } = contract.rowOf('uploadFeedback').body as { required?: string[] }
  const body = {
    ...(required.includes('survey_series_id') ? { survey_series_id: group.survey_series_id } : {}),
    survey_id: source.survey_id,
    ...(input.sourceReference === undefined ? {} : { source_reference: input.sourceReference }),
    ...(mapping ? { mapping } : {}),
    file,
    // The type demands a group, as the interface is understood without facts.
  } as BodyOf<'uploadFeedback'>
  const queuedHint = queuedHintOf(contract)
  const answer = await client.call('uploadFeedback', {
    body,
    fileName: basename(path),
    signal: factory.signal,
    idempotencyKey: input.again ? randomUUID() : keyOf(body),
  })
  await requireMade(client, 'uploadFeedback', answer.payload, 'task_id')
  const isReplay = answer.headers['idempotent-replayed'] !== undefined
  if (isReplay) await factory.screen.note('The service already has this upload. --again stores the file twice.')
  // The answer is that of the first time: the task may be over by now.
  const earlier = isReplay ? await findEarlier(client, answer.payload.task_id, factory.signal) : undefined
  if (!input.wait && !(earlier && isTaskOver(earlier.payload))) {
    return withHint(earlier ? answered(earlier, queuedView) : answered(answer, queuedView), queuedHint)
  }
  const waited = await waitForTask(answer.payload.task_id, { kind: 'upload', within: input.within }, factory).catch(
    async (error: unknown) => {
      if (!isStillPending(error)) throw error
      await factory.screen.warn((error as Error).message)
    },
  )
  if (!waited) return { ...withHint(answered(answer, queuedView), queuedHint), exitCode: EXIT.stillPending }
  if (waited.exitCode === EXIT.invalid && isUnmapped) await factory.screen.note(COLUMNS_HINT)
  const { result } = whatIsThere(waited.task)
  const isSilent = result?.rows_rejected === undefined && result?.inserted === 0 && result.duplicates === 0
  if (isSilent) await factory.screen.warn('nothing of the file was stored, and the service does not say why')
  const exitCode = isSilent && waited.exitCode === EXIT.done ? EXIT.partlyDone : waited.exitCode
  return { ...waited.outcome, exitCode }
}

/** A task as it is now; undefined if the service doesn't say. */
async function findEarlier(client: Client, id: string, signal: AbortSignal | undefined) {
  try {
    const { answer } = await findTask(client, id, { kind: 'upload', signal })
    return answer
  } catch (error) {
    if (error instanceof ServiceError || (error instanceof Failure && error.code === 'NOT_FOUND')) return undefined
    throw error
  }
}

/** The same upload has the same key, so a second one by mistake, or after a lost answer, stores nothing twice. */
function keyOf({ file, ...rest }: { file: Uint8Array } & Record<string, unknown>): string {
  return createHash('sha256').update(JSON.stringify(rest)).update(file).digest('hex')
}

function tooLarge(path: string): Failure {
  return new Failure({
    exit: 'invalid',
    code: 'FILE_TOO_LARGE',
    message: `${path} is longer than the ${LIMITS.uploadBytes / 1024 / 1024} MiB an upload may have`,
    hint: '`inpk push` takes files of any size.',
  })
}
