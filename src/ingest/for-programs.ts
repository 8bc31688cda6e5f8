import { InDoubtError, UnexpectedResponseError } from '../client/errors.js'
import { InputError, type InputErrorCode } from '../contract/input-error.js'
import { ExplainedError, Failure } from '../terminal/failure.js'
import { explainPushError } from './explain.js'

/** What texts of the command line say, and what a program is told instead; the first that matches a place counts. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/`inpk (?:groups|sources) list` lists them/g, '`client.listSources()` lists them'],
  [/`inpk sources create TITLE .*?"`/g, '`client.createSource()`'],
  [/`inpk sources publish [^`]+`/g, '`client.publishSource()`'],
  [/`inpk push FILE --check`/g, '`check: true`'],
  [/\| inpk push - --format json/g, '> list.json'],
  [/add --create and --group\b/g, "give `create: { group: '…' }`"],
  [/\badd --create\b/g, "give `create: { group: '…' }`"],
  [/`--source (\w+)`/g, "`source: '$1'`"],
  [/`--restart`/g, '`restart: true`'],
  [/`?--assume-(sent|lost)`?/g, "`assume: '$1'`"],
  [/--on-invalid (\w+)/g, "`onInvalid: '$1'`"],
  [/--group (".*?")(?=:)/g, '`group` $1'],
  [/--source (".*?")(?=:)/g, '`source` $1'],
  [/--map text and\b/g, '`map.text` and'],
  [/--map (\w+)=(#?\w+)/g, "`map: { $1: '$2' }`"],
  [/--field "([^"=]+)=([^"]+)"/g, "`fields: { '$1': '$2' }`"],
  [/--(encoding|format|delimiter|dates) (?!(?:is|and|or|only)\b)([\w-]+)/g, "`$1: '$2'`"],
  [/--tz (\w+\/\w+)/g, "`timeZone: '$1'`"],
  [/--question ID/g, '`question`'],
  [/--tz\b/g, '`timeZone`'],
  [/--field\b/g, '`fields`'],
  [/--external-id\b/g, '`externalId`'],
  [/--source-reference\b/g, '`sourceReference`'],
  [/--max-items\b/g, '`maxItems`'],
  [/--([a-z]+)\b/g, '`$1`'],
  [/INPK_CONFIG_DIR/g, '`stateDirectory`'],
  [/run the same command again/g, 'make the same call again'],
  [/Run the same command again/g, 'Make the same call again'],
  [/\b([Tt])he same command\b/g, '$1he same call'],
]

/** A message or hint of the push pipeline with the options as a program gives them. */
export function textForPrograms(text: string): string {
  return WORDS.reduce((said, [pattern, instead]) => said.replace(pattern, instead), text)
}

/**
 * An error of the push pipeline as one of the library's: `InputError` for what the caller or the file must change, `InDoubtError`, and
 * what the client rejects with as it is. `file` is the name of the file in messages.
 */
export function errorForPrograms(error: unknown, file: string, url: string): unknown {
  const explained = explainPushError(error, file)
  if (explained instanceof ExplainedError) return explained.cause
  if (!(explained instanceof Failure)) return explained
  const { code, cause } = explained
  const message = textForPrograms(explained.message)
  const hint = explained.hint === undefined ? undefined : textForPrograms(explained.hint)
  if (code === 'IN_DOUBT') {
    const unknown = { idempotencyKey: undefined, status: undefined, requestId: undefined }
    return new InDoubtError(message, { url, hint, cause, ...unknown })
  }
  if (code === 'NOT_LISTED') return new UnexpectedResponseError(message, hint)
  const reason = code === 'WRONG_USAGE' ? 'ARGUMENT_INVALID' : code
  return Object.assign(new InputError(reason as InputErrorCode, message, hint), { cause })
}
