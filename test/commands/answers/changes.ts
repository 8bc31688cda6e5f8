import { createPick } from '../../draw.js'
import type { Json } from '../other-service.js'

/** One way in which an answer can differ from what was expected: what is done at which place of it. */
export interface Change {
  kind: Kind
  /** Members and indexes from the root; of every entry of a list alike where a step is `*`. */
  path: readonly string[]
  /** What stands there instead, for `retype` and `whole`. */
  value?: unknown
}

export type Kind = 'drop' | 'null' | 'retype' | 'rename' | 'word' | 'empty' | 'whole' | 'nonsense'

/** What a member can be instead. No number stands among them that somebody could take for what the service said. */
const OTHERS = [true, 'x', '', [], {}, [null], { a: null }, -8_765]
/** What a whole answer can be instead. */
const WHOLES = [null, [], {}, 'done', true, -8_765, { ok: true }, { data: null }, { data: [] }, [{}]]

/** Neither a count nor a share nor a score. */
const NONSENSE = -8_765.5

/**
 * Every change of an answer: each member dropped, null, renamed and of each other type, each word another, each number one that
 * means nothing there, each list empty, and the whole.
 */
export function changesOf(answer: Json): Change[] {
  const wholes = WHOLES.map((value): Change => ({ kind: 'whole', path: [], value }))
  const wrapped = [{ result: answer }, [answer], { data: { result: answer } }]
  return [
    ...placesOf(answer).flatMap(({ path, value }) => changesAt(path, value)),
    ...[...wholes, ...wrapped.map((value): Change => ({ kind: 'whole', path: [], value }))],
  ]
}

function changesAt(path: readonly string[], value: Json): Change[] {
  const isMember = path.at(-1) !== '*'
  const retyped = OTHERS.filter((other) => kindOf(other) !== kindOf(value)).map(
    (other): Change => ({ kind: 'retype', path, value: other }),
  )
  return [
    { kind: 'null', path },
    ...(isMember
      ? ([
          { kind: 'drop', path },
          { kind: 'rename', path },
        ] as const)
      : []),
    ...(typeof value === 'string' ? [{ kind: 'word', path } as const] : []),
    ...(typeof value === 'number' ? [{ kind: 'nonsense', path } as const] : []),
    ...(Array.isArray(value) && value.length > 0 ? [{ kind: 'empty', path } as const] : []),
    ...retyped,
  ]
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value
}

/** Every place below the root, entries of a list as one, by the first of them that has it. */
function placesOf(value: Json, path: readonly string[] = []): { path: readonly string[]; value: Json }[] {
  if (value === null || typeof value !== 'object') return []
  const found = new Map<string, { path: readonly string[]; value: Json }>()
  const steps = Array.isArray(value)
    ? value.map((entry) => ['*', entry] as const)
    : Object.keys(value).map((name) => [name, value[name]] as const)
  for (const [step, inner] of steps) {
    for (const each of [{ path: [...path, step], value: inner }, ...placesOf(inner, [...path, step])]) {
      const key = each.path.join('\0')
      if (!found.has(key) || found.get(key)!.value === null) found.set(key, each)
    }
  }
  return [...found.values()]
}

/** The answer as changed; the same where nothing stands at the place. */
export function changed(answer: Json, change: Change): Json {
  if (change.kind === 'whole') return structuredClone(change.value)
  const copy = structuredClone(answer)
  changeBelow(copy, change.path, change)
  return copy
}

function changeBelow(node: Json, [step, ...rest]: readonly string[], change: Change): void {
  if (node === null || typeof node !== 'object') return
  const names =
    step === '*' ? (Array.isArray(node) ? Object.keys(node) : []) : Object.hasOwn(node, step!) ? [step!] : []
  for (const name of names) {
    if (rest.length > 0) changeBelow(node[name], rest, change)
    else put(node, name, change)
  }
}

function put(node: Json, name: string, { kind, value }: Change): void {
  if (kind === 'drop') delete node[name]
  else if (kind === 'rename') {
    node[`${name}_otherwise`] = node[name]
    delete node[name]
  } else if (kind === 'word') node[name] = typeof node[name] === 'string' ? 'ANOTHER_WORD' : node[name]
  else if (kind === 'empty') node[name] = Array.isArray(node[name]) ? [] : node[name]
  else if (kind === 'nonsense') node[name] = typeof node[name] === 'number' ? NONSENSE : node[name]
  else node[name] = kind === 'null' ? null : structuredClone(value)
}

/** Whether the change only takes away: nothing new is said by it. */
export function onlyHides({ kind, value }: Change): boolean {
  return kind === 'drop' || kind === 'rename' || kind === 'null' || (kind === 'retype' && typeof value !== 'string')
}

/** So many of these, the same for the same seed. */
export function sampled<T>(all: readonly T[], count: number, seed: number): T[] {
  const pick = createPick(seed)
  const left = [...all]
  return Array.from({ length: Math.min(count, all.length) }, () => left.splice(pick(left.length), 1)[0]!)
}

/** A change in one line. */
export function describeChange({ kind, path, value }: Change): string {
  return `${kind} ${path.join('.')}${value === undefined ? '' : ` = ${JSON.stringify(value).slice(0, 60)}`}`
}
