import { randomUUID } from 'node:crypto'
import type { CommandInput } from '../../cli/command.js'
import type { Environment } from '../../cli/environment.js'
import type { Factory } from '../../cli/factory.js'
import { readBytesOf, readTextOf } from '../../cli/read-file.js'
import type { RawRequest } from '../../client/client-types.js'
import { requireWord } from '../../terminal/require-word.js'
import { readHeaders } from '../header-lines.js'
import { type FieldValue, parseField, placeField, typedValue } from './fields.js'
import type { API_OPTIONS } from './options.js'
import { requestPath, withQuery } from './path.js'

type Fields = Parameters<typeof placeField>[0]

/** The request a command line describes: fields make the query of a GET, and of anything with `--input`; else the JSON body. */
export async function buildRequest(input: CommandInput<typeof API_OPTIONS>, factory: Factory): Promise<RawRequest> {
  const method = requireMethod(input.args[0]!)
  const path = requestPath(input.args[1]!, await factory.settings())
  const fields = await readFields(input.given, factory.environment)
  const raw = input.input === undefined ? undefined : await readBytesOf(factory.environment, input.input)
  const inQuery = raw !== undefined || method === 'GET' || method === 'HEAD'
  const body = raw ?? (inQuery || Object.keys(fields).length === 0 ? undefined : JSON.stringify(fields))
  const key = input.idempotencyKey === 'auto' ? randomUUID() : input.idempotencyKey
  return {
    method,
    path: inQuery ? withQuery(path, fields) : path,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...readHeaders(input.header) },
    signal: factory.signal,
    ...(body === undefined ? {} : { body }),
    ...(key === undefined ? {} : { idempotencyKey: key }),
  }
}

/** The methods a request can have. */
export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']

function requireMethod(word: string): string {
  return METHODS.find((method) => method === word.toUpperCase()) ?? requireWord(word, METHODS, 'method')
}

/** The members that -f and -F make, in the order they were given, so that the last one of a name counts. */
export async function readFields(
  given: CommandInput<typeof API_OPTIONS>['given'],
  environment: Environment,
): Promise<Fields> {
  const fields: Fields = Object.create(null)
  for (const [option, word] of given) {
    if (option !== 'rawField' && option !== 'field') continue
    const { path, text } = parseField(word)
    placeField(fields, path, option === 'field' ? await readTyped(text, environment) : text)
  }
  return fields
}

async function readTyped(text: string, environment: Environment): Promise<FieldValue> {
  return text.startsWith('@') ? readTextOf(environment, text.slice(1)) : typedValue(text)
}
