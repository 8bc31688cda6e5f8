import { byKind, isKindOf, isOfRecords, isOne, KINDS, type Leaves, SOURCE } from './erase-by-kind.js'
import type { Member, Shape } from './evidence/shape.js'
import { limitsOf } from './match/demanded.js'
import { plainName } from './match/lexicon.js'
import { type Leaf, leavesOf } from './match/match.js'
import { isOpenTable } from './match/open-lists.js'
import { ownShape } from './match/slots.js'
import type { KnownValues } from './match/values.js'
import { wordsOf } from './match/words.js'

const holds = (name: string, word: string) => `_${plainName(name)}_`.includes(`_${word}_`)

/** A fact about the body of an erase. */
export type EraseFact = Readonly<Record<string, unknown>> & { names: Readonly<Record<string, string | null>> }

/** What else is known of an erase. */
export interface Known {
  /** A description says all of its body. */
  isWhole: boolean
  /** The member that all of it is below; '' if it is bare. */
  at: string
  known: KnownValues
}

/**
 * The form of an erase, for teams write it in ways that names alone don't tell: two lists, a kind and a list of identifiers, a
 * list of objects, one identifier at a time; as a fact about its body. Undefined if it is not one of these.
 */
export function eraseForm(body: Shape | undefined, { isWhole, at, known }: Known): EraseFact | undefined {
  if (body?.kind !== 'object') return undefined
  const all = leavesOf(body)
  const leaves = leavesBelow(all, at)
  const isOpen = leaves.some(isOpenTable)
  const inLists = byKind(leaves) ?? byMember(leaves, { isWhole, known })
  const fact = bySelectors(leaves) ?? byObjects(leaves) ?? (isOpen ? undefined : inLists)
  if (!fact) return undefined
  const places = Object.values((fact.names ?? {}) as Record<string, string>)
  // One member of theirs for one of ours: the names for a single identifier are not sent as well. That requests lack them proves nothing.
  const single = KINDS.filter(({ word }) => isWhole || fact.lists !== undefined || places.includes(word))
  const gone = single.map(({ word }): string => word)
  const taken = [...places, ...KINDS.map(({ ours }) => ours), ...Object.values(fact.tags ?? {}).flatMap(Object.keys)]
  // Where its identifiers are all that a body has, no source can be named: what stands beside them may name one.
  if (isWhole && leaves.length === all.length && leaves.every(({ path }) => taken.includes(path.join('.'))))
    gone.push(SOURCE)
  const names = { ...Object.fromEntries(gone.map((name) => [name, null])), ...(fact.names as object | undefined) }
  return { ...fact, names }
}

/** Those below a member, with their paths from there. */
function leavesBelow(leaves: Leaves, at: string): Leaves {
  if (at === '') return leaves
  const steps = at.split('.')
  const inside = leaves.filter(({ path }) => steps.every((step, index) => path[index] === step))
  return inside.map((leaf) => ({ ...leaf, path: leaf.path.slice(steps.length) }))
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

/** `{external_ids: [{id: "a"}], customer_ids: [{id: "b"}]}`, with a constant beside each identifier or without. */
function byObjects(leaves: Leaves): Record<string, unknown> | undefined {
  const lists = leaves.flatMap(({ path, shape }) => {
    const form = shape.kind === 'list' && shape.entry.kind === 'object' ? formOfEntry(shape.entry.members) : undefined
    return form
      ? [{ place: path.join('.'), shape, form, said: [...Object.values(form.beside ?? {}), form.in, path.at(-1)!] }]
      : []
  })
  const kindOf = ({ said }: { said: readonly string[] }) =>
    said
      .map((each) =>
        KINDS.filter(({ names, ours, word }) => isOne(names, each) || holds(each, ours) || holds(each, word)),
      )
      .find((kinds) => kinds.length === 1)?.[0]
  const found = KINDS.map((kind) => lists.find((list) => kindOf(list) === kind))
  const [external, customer] = found
  if (lists.length !== 2 || !external || !customer || external === customer) return undefined
  const own = ownShape('eraseFeedback', 'body') as Shape & { kind: 'object' }
  const limits = KINDS.flatMap(({ ours }, at): [string, object][] => {
    const stated = limitsOf(own.members[ours]!, found[at]!)
    return Object.keys(stated).length > 0 ? [[ours, stated]] : []
  })
  return {
    ...(limits.length > 0 ? { limits: Object.fromEntries(limits) } : {}),
    names: Object.fromEntries(
      KINDS.flatMap(({ ours }, at) => (found[at]!.place === ours ? [] : [[ours, found[at]!.place]])),
    ),
    lists: Object.fromEntries(KINDS.map(({ ours }, at) => [ours, found[at]!.form])),
  }
}

interface EntryForm {
  in: string
  beside?: Record<string, string>
}

/** The identifier of an entry, and the constants beside it; undefined if there may be several. */
function formOfEntry(members: Readonly<Record<string, Member>>): EntryForm | undefined {
  const texts = Object.entries(members).flatMap(([name, { shape }]) =>
    shape.kind === 'scalar' && shape.types.join() === 'string' ? [{ name, words: wordsOf(shape) }] : [],
  )
  const constants = texts.filter(({ words }) => words.length === 1)
  const [value, another] = texts.filter((each) => !constants.includes(each))
  if (!value || another || texts.length !== Object.keys(members).length) return undefined
  const beside = Object.fromEntries(constants.map(({ name, words }) => [name, words[0]!]))
  return { in: value.name, ...(constants.length > 0 && { beside }) }
}

/** `{external_id: [...]}`, or one identifier at a time. */
function byMember(leaves: Leaves, { isWhole, known }: Omit<Known, 'at'>): Record<string, unknown> | undefined {
  const proven = KINDS.map(({ word }) => leaves.filter((leaf) => kindByValues(known, leaf) === word))
  const found = withTheOther(
    KINDS.map((kind, at) => leafOf(kind, leaves, proven[at]!)),
    isWhole ? leaves : [],
  )
  const [external, customer] = found
  if (!external || !customer || external === customer) return undefined
  // Another list, or another identifier under a name of the service's own, may be what is meant.
  const isProven = (leaf: Leaf) => proven.some((each) => each.includes(leaf))
  const others = leaves.filter((leaf) => !found.includes(leaf) && leaf.shape.kind === 'list' && !isOfRecords(leaf))
  if (others.length > 0 && !found.every((leaf) => isProven(leaf!))) return undefined
  const places = KINDS.flatMap(({ ours }, at) => {
    const place = found[at]!.path.join('.')
    return place === ours ? [] : [[ours, place]]
  })
  const single = KINDS.flatMap(({ ours }, at) => (found[at]!.shape.kind === 'scalar' ? [[ours, { single: true }]] : []))
  const own = ownShape('eraseFeedback', 'body') as Shape & { kind: 'object' }
  const limits = KINDS.flatMap(({ ours }, at) => {
    const stated = limitsOf(own.members[ours]!, found[at]!)
    return Object.keys(stated).length > 0 ? [[ours, stated]] : []
  })
  if (places.length + single.length + limits.length === 0) return isWhole ? {} : undefined
  return {
    ...(limits.length > 0 ? { limits: Object.fromEntries(limits) } : {}),
    ...(places.length > 0 ? { names: Object.fromEntries(places) } : {}),
    ...(single.length > 0 ? { lists: Object.fromEntries(single) } : {}),
  }
}

/** The one leaf that has the identifiers of a kind, by what it was sent or by its name; undefined if several may be meant. */
function leafOf({ names, ours, word }: (typeof KINDS)[number], leaves: Leaves, proven: Leaves): Leaf | undefined {
  const named = leaves.filter(({ path }) => {
    const name = path.at(-1)!
    return isOne(names, name) || holds(name, ours) || holds(name, word)
  })
  if (proven.length > 0) return proven.length === 1 && named.every((leaf) => leaf === proven[0]) ? proven[0] : undefined
  return named.length === 1 && isOne(names, named[0]!.path.at(-1)!) ? named[0] : undefined
}

/** Both lists, where one of the only two that there are is known. */
function withTheOther(found: (Leaf | undefined)[], leaves: Leaves): (Leaf | undefined)[] {
  const lists = leaves.filter(({ shape }) => shape.kind === 'list' && shape.entry.kind === 'scalar')
  const [known, another] = found.filter((leaf) => leaf !== undefined)
  if (!known || another || lists.length !== 2 || !lists.includes(known)) return found
  return found.map((leaf) => leaf ?? lists.find((list) => list !== known))
}

/** Which kind of identifiers was sent in a leaf: those of one kind alone that items were pushed with. */
function kindByValues(known: KnownValues, { shape }: Leaf): string | undefined {
  const scalar = shape.kind === 'list' ? shape.entry : shape
  const seen = scalar.kind === 'scalar' ? scalar.seen.map(String) : []
  // Small numbers are anything's identifiers.
  const distinctive = seen.filter((each) => !/^\d{1,3}$/.test(each))
  const [kind, another] = KINDS.filter(({ word }) => distinctive.some((each) => known.get(`.${word}`)?.has(each)))
  return another ? undefined : kind?.word
}
