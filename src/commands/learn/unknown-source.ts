import { count } from '../../base/count.js'
import { isObject, type JsonObject } from '../../base/is-object.js'
import { readYaml } from '../../base/yaml.js'
import { Failure } from '../../terminal/failure.js'

const SHOWN = 3
const HINT = 'Give an OpenAPI 3 description, a HAR file, or deliveries that `inpk webhooks listen --save` kept.'

/** Says that a source is not evidence, and why. */
export function unknownSource(from: string, why: string, hint = HINT): Failure {
  return new Failure({ exit: 'invalid', code: 'SOURCE_UNKNOWN', message: `${from} ${why}`, hint })
}

/** Says what a text is that shows nothing of a service; `value`: what it holds as JSON or YAML. */
export function unknownText(from: string, text: string, { value, depth }: { value: unknown; depth: number }): Failure {
  if (text.trim() === '') return unknownSource(from, 'is empty')
  if (/^\s*<(!doctype|html)/i.test(text)) {
    return unknownSource(from, 'is a page of HTML', 'Give the address of the description (openapi.json) that it shows.')
  }
  if (isObject(value) && value.swagger !== undefined) return otherVersion(from, value)
  if (isObject(value) && value.openapi !== undefined) {
    return unknownSource(
      from,
      `is a description ${value.paths === undefined ? 'without paths' : 'with paths that are not an object'}`,
    )
  }
  if (value === undefined && /^\s*[{[]|^['"]?(openapi|swagger|paths)['"]?\s*:/m.test(text)) {
    const read = readYaml(text, depth)
    const [fault] = 'faults' in read ? read.faults : []
    if (fault)
      return unknownSource(
        from,
        `is broken at ${fault.line}:${fault.column}: ${fault.message}`,
        'Download it again, or fix it.',
      )
  }
  return unknownSource(from, 'is none of the files that inpk learns from')
}

/** Says that a description is of a version that isn't read. */
export function otherVersion(from: string, { swagger, openapi }: JsonObject): Failure {
  const version = swagger ? `Swagger ${swagger}` : openapi ? `OpenAPI ${openapi}` : 'no OpenAPI version'
  const why = `describes the service in a form that isn't read (${version})`
  return unknownSource(from, why, 'Convert it to OpenAPI 3.0 or 3.1.')
}

/** What a description refers to and does not hold, which shows nothing: a sentence for each kind. */
export function deadReferences(root: JsonObject): string[] {
  const references = [...referencesIn(root)]
  const outside = references.filter((each) => !each.startsWith('#'))
  const missing = references.filter((each) => each.startsWith('#') && !isHeld(root, each))
  return [
    ...(outside.length > 0
      ? [`refers to other files, which aren't read (${listed(outside)}); bundle it into one`]
      : []),
    ...(missing.length > 0 ? [`refers to what isn't in it: ${listed(missing)}`] : []),
  ]
}

/** The first few, and how many more. */
export function listed(all: readonly string[]): string {
  const more = all.length > SHOWN ? [`and ${count(all.length - SHOWN, 'more', 'more')}`] : []
  return [...all.slice(0, SHOWN), ...more].join(', ')
}

function referencesIn(root: JsonObject): Set<string> {
  const found = new Set<string>()
  const open: unknown[] = [root]
  while (open.length > 0) {
    const node = open.pop()
    if (node === null || typeof node !== 'object') continue
    const { $ref } = node as JsonObject
    if (typeof $ref === 'string') found.add($ref)
    // Examples are whatever people like.
    for (const [name, member] of Object.entries(node)) if (!/^examples?$/.test(name)) open.push(member)
  }
  return found
}

function isHeld(root: JsonObject, reference: string): boolean {
  let node: unknown = root
  for (const part of reference.slice(1).split('/').slice(1)) {
    const name = decodedPart(part).replaceAll('~1', '/').replaceAll('~0', '~')
    node =
      node !== null && typeof node === 'object' && Object.hasOwn(node, name) ? (node as JsonObject)[name] : undefined
  }
  // What refers to itself, through others or not, is as good as nothing, and as harmless.
  return node !== undefined
}

function decodedPart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
