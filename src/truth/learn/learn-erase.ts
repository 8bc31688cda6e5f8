import type { Member, ScalarShape, Shape } from './evidence/shape.js'
import type { Finding } from './findings.js'
import { isOpenTable } from './match/absent.js'
import { namesOf, plainName } from './match/lexicon.js'
import { leavesOf } from './match/match.js'
import { wordsOf } from './match/words.js'

const KINDS = [
  { ours: 'external_ids', word: 'external_id', names: namesOf('externalId') },
  { ours: 'customer_ids', word: 'customer_id', names: namesOf('customerId') },
] as const

const isOne = (names: readonly string[], name: string) => names.includes(plainName(name))
const holds = (name: string, word: string) => `_${plainName(name)}_`.includes(`_${word}_`)

/**
 * The form of an erase, for teams write it in ways that names alone don't tell: two lists, a kind and a list of identifiers, a
 * list of objects, one identifier at a time. Undefined if it is not one of these.
 */
export function eraseFinding(body: Shape | undefined, isWhole: boolean): Finding | undefined {
  if (body?.kind !== 'object') return undefined
  const leaves = leavesOf(body)
  const fact = bySelectors(leaves) ?? (leaves.some(isOpenTable) ? undefined : (byKind(leaves) ?? byMember(leaves)))
  if (!fact) return undefined
  const places = Object.values((fact.names ?? {}) as Record<string, unknown>)
  // One member of theirs for one of ours: the names for a single identifier are not sent as well. That requests lack them proves nothing.
  const gone = KINDS.filter(({ word }) => isWhole || fact.lists !== undefined || places.includes(word))
  const names = { ...Object.fromEntries(gone.map(({ word }) => [word, null])), ...(fact.names as object | undefined) }
  return { id: 'body:eraseFeedback', state: 'contradicted', path: 'external_ids', fact: { ...fact, names } }
}

type Leaves = ReturnType<typeof leavesOf>

/** Whether the words of a value, described or seen, are the kinds of identifiers. */
function isKindOf(shape: ScalarShape): boolean {
  const words = wordsOf(shape)
  return KINDS.every(({ names }) => words.filter((word) => isOne(names, word)).length === 1)
}

/** `{id_type: "external_id", ids: [...]}` */
function byKind(leaves: Leaves): Record<string, unknown> | undefined {
  const kind = leaves.find(({ shape }) => shape.kind === 'scalar' && isKindOf(shape))
  const ids = leaves.filter(({ shape }) => shape.kind === 'list' && shape.entry.kind !== 'object')
  if (kind?.shape.kind !== 'scalar' || ids.length !== 1) return undefined
  const words = wordsOf(kind.shape)
  const place = ids[0]!.path.join('.')
  const tag = ({ names }: (typeof KINDS)[number]) => ({
    [kind.path.join('.')]: words.find((word) => isOne(names, word))!,
  })
  return {
    names: Object.fromEntries(KINDS.map(({ ours }) => [ours, place])),
    tags: Object.fromEntries(KINDS.map((each) => [each.ours, tag(each)])),
  }
}

/** `{selectors: [{external_id: "a"}]}` */
function bySelectors(leaves: Leaves): Record<string, unknown> | undefined {
  for (const { path, shape } of leaves) {
    if (shape.kind !== 'list' || shape.entry.kind !== 'object') continue
    const inner = Object.keys(shape.entry.members)
    const members = KINDS.map(({ names }) => inner.find((name) => isOne(names, name)))
    const place = path.join('.')
    if (members.some((member) => member === undefined)) {
      const typed = byTypedEntry(place, shape.entry.members)
      if (typed) return typed
      continue
    }
    return {
      names: Object.fromEntries(KINDS.map(({ ours }) => [ours, place])),
      lists: Object.fromEntries(KINDS.map(({ ours }, at) => [ours, { in: members[at] }])),
    }
  }
  return undefined
}

/** `{selectors: [{type: "external_id", value: "a"}]}` */
function byTypedEntry(place: string, members: Readonly<Record<string, Member>>): Record<string, unknown> | undefined {
  const all = Object.entries(members)
  const kinds = all.filter(([, { shape }]) => shape.kind === 'scalar' && isKindOf(shape))
  const values = all.filter(([name]) => !kinds.some(([kind]) => kind === name))
  const [[kind, { shape: words }] = ['', { shape: undefined }]] = kinds
  const [[value, { shape }] = ['', { shape: undefined }]] = values
  // A third member may be needed, or be what tells the entries apart.
  if (kinds.length !== 1 || values.length !== 1 || words?.kind !== 'scalar') return undefined
  if (shape?.kind !== 'scalar' || shape.types.join() !== 'string') return undefined
  const wordOf = (names: readonly string[]) => wordsOf(words).find((word) => isOne(names, word))!
  return {
    names: Object.fromEntries(KINDS.map(({ ours }) => [ours, place])),
    lists: Object.fromEntries(KINDS.map(({ ours, names }) => [ours, { in: value, beside: { [kind]: wordOf(names) } }])),
  }
}

/** `{external_id: [...]}`, or one identifier at a time. */
function byMember(leaves: Leaves): Record<string, unknown> | undefined {
  const all = KINDS.map(({ names, ours, word }) => {
    return leaves
      .map(({ path, ...leaf }) => ({ ...leaf, path, name: path.at(-1)! }))
      .filter(({ name }) => {
        return isOne(names, name) || holds(name, ours) || holds(name, word)
      })
  })
  // Two that may be meant are distinguished by name and type as any other members are.
  if (all.some(({ length }) => length !== 1)) return undefined
  const found = all.map(([leaf]) => leaf)
  if (found.some((leaf, at) => !isOne(KINDS[at]!.names, leaf!.path.at(-1)!))) return undefined
  // Another list, or another identifier under a name of the service's own, may be what is meant.
  const isOther = (leaf: (typeof leaves)[number]) => !found.some((each) => each!.path === leaf.path)
  if (leaves.some((leaf) => isOther(leaf) && leaf.shape.kind === 'list')) return undefined
  const places = KINDS.flatMap(({ ours }, at) => {
    const place = found[at]!.path.join('.')
    return place === ours ? [] : [[ours, place]]
  })
  const single = KINDS.flatMap(({ ours }, at) => (found[at]!.shape.kind === 'scalar' ? [[ours, { single: true }]] : []))
  if (places.length === 0 && single.length === 0) return undefined
  return {
    ...(places.length > 0 ? { names: Object.fromEntries(places) } : {}),
    ...(single.length > 0 ? { lists: Object.fromEntries(single) } : {}),
  }
}
