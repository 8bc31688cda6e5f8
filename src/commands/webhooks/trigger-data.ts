import { didYouMean } from '../../base/nearest.js'
import type { Factory } from '../../cli/factory.js'
import { readJsonObject } from '../../cli/read-json-file.js'
import { Failure, wrongUsage } from '../../terminal/failure.js'
import { listPaths, type SampleEvent, type SampleName, sampleEvent, setPath } from '../../webhooks/tools.js'

export interface EventOptions {
  event: SampleName
  /** `path=value`, in the order given. */
  sets: readonly string[]
  dataFile: string | undefined
  /** Only `data` can be chosen: the emulator writes the rest. */
  dataOnly: boolean
}

/** The event to send: the sample, its data from a file where one was given, then what was set. Refuses a path it does not have. */
export async function buildEvent(
  { event, sets, dataFile, dataOnly }: EventOptions,
  { environment }: Factory,
): Promise<SampleEvent> {
  const data = dataFile === undefined ? undefined : await readJsonObject(environment, dataFile)
  const sample = sampleEvent(event, { now: environment.now(), data })
  return sets.reduce((whole, text) => applySet(whole, text, event, dataOnly), sample)
}

function applySet(whole: SampleEvent, text: string, event: SampleName, dataOnly: boolean): SampleEvent {
  const equals = text.indexOf('=')
  if (equals < 1) throw wrongUsage(`--set ${text} sets nothing`, 'Write it as path=value, such as data.inserted=5.')
  const path = text.slice(0, equals)
  const paths = listPaths(whole).filter((each) => !dataOnly || each.startsWith('data.'))
  if (!paths.includes(path)) throw unknownPath(path, event, paths)
  const value = readValue(text.slice(equals + 1), valueAt(whole, path), path)
  return setPath(whole, path, value)
}

function unknownPath(path: string, event: string, paths: readonly string[]): Failure {
  // More are listed below.
  const few = paths.length <= 3 ? `; it has ${paths.join(', ')}` : ''
  const message = `${event} has no "${path}"${few}`
  // Whoever leaves out `data.` means it.
  const hint = didYouMean(path, paths) ?? didYouMean(`data.${path}`, paths)
  return new Failure({ exit: 'usage', code: 'UNKNOWN_PATH', message, hint, details: { paths } })
}

function valueAt(whole: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], whole)
}

/** A text stays one in place of a text; elsewhere JSON is read, so that numbers stay numbers. */
function readValue(text: string, current: unknown, path: string): unknown {
  if (typeof current === 'string') return text
  try {
    return JSON.parse(text)
  } catch {
    if (current === null || current === undefined) return text
    const kind = Array.isArray(current) ? 'a list' : typeof current === 'object' ? 'an object' : `a ${typeof current}`
    throw wrongUsage(`${path} must be ${kind}, not ${text}`, 'Lists and objects are written as JSON.')
  }
}
