import type { FieldMap } from '../../src/contract/errors.js'
import type { Codec } from '../../src/contract/facts/codec.js'

/** No messages yet. Callers name the paths, so none of them may find what every object inherits, such as `constructor`. */
export function noFaults(): FieldMap {
  return Object.create(null)
}

/** Adds a message at a path, once. */
export function addFault(fields: FieldMap, path: string, message: string): void {
  const messages = fields[path]
  if (!messages) fields[path] = [message]
  else if (!messages.includes(message)) messages.push(message)
}

/** Several maps as one; where two have a path, the later one counts. */
export function mergedFaults(...maps: readonly FieldMap[]): FieldMap {
  return Object.assign(noFaults(), ...maps)
}

/** Messages by path, under the names of the wire. */
export function fieldsToWire(codec: Codec, fields: FieldMap): FieldMap {
  return mergedFaults(
    ...Object.entries(fields).map(([path, texts]) => ({ [nameShown(codec.pathToWire(path))]: texts })),
  )
}

/** A member of the body that stands in the query is called as it is there. */
const nameShown = (path: string) => path.replace(/^\?/, '')
