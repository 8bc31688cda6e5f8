import type { Member, ScalarShape, Shape } from './shape.js'

/** What either of two values of one place looks like: required is what both have. */
export function eitherMember(a: Member, b: Member): Member {
  return {
    shape: eitherShape(a.shape, b.shape),
    required: a.required && b.required,
    nullable: a.nullable || b.nullable,
    ...aboutEither(a, b),
  }
}

/** Where only one has the member, what was seen of it counts; where both have it, what both say. */
function onlyOfBoth(a: Member | undefined, b: Member | undefined): Pick<Member, 'only'> {
  const only = a && b ? (a.only === b.only ? a.only : undefined) : (a ?? b)?.only
  return only ? { only } : {}
}

function aboutEither(a: Member | undefined, b: Member | undefined): Pick<Member, 'about'> {
  const about = a?.about ?? b?.about
  return about === undefined ? {} : { about }
}

/** What two shapes say of a member that at least one of them has. */
type MergeFlags = (a: Member | undefined, b: Member | undefined) => Pick<Member, 'required' | 'nullable'>

const flagsOfEither: MergeFlags = (a, b) => ({
  required: Boolean(a?.required && b?.required),
  nullable: Boolean(a?.nullable || b?.nullable),
})

const flagsOfBoth: MergeFlags = (a, b) => ({
  required: Boolean(a?.required || b?.required),
  nullable: isNullInAll([a, b].filter((each) => each !== undefined)),
})

/** Returns what either of two shapes of one place looks like. */
export function eitherShape(a: Shape, b: Shape): Shape {
  return merge(a, b, flagsOfEither)
}

/** Returns what two schemas of one place say together (`allOf`). */
export function bothShapes(a: Shape, b: Shape): Shape {
  return merge(a, b, flagsOfBoth)
}

/** Tells whether all parts of an `allOf` allow null: a part that says nothing of the value allows it. */
export function isNullInAll(parts: readonly Pick<Member, 'shape' | 'nullable'>[]): boolean {
  return (
    parts.some(({ nullable }) => nullable) && parts.every(({ shape, nullable }) => nullable || shape.kind === 'any')
  )
}

function merge(a: Shape, b: Shape, flagsOf: MergeFlags): Shape {
  if (a === b) return a
  if (a.kind === 'any') return b
  if (b.kind === 'any') return a
  if (a.kind === 'list' && b.kind === 'list') return { ...b, ...a, entry: merge(a.entry, b.entry, flagsOf) }
  if (a.kind === 'map' && b.kind === 'map') {
    return { kind: 'map', entry: merge(a.entry, b.entry, flagsOf), ...keysOfEither(a.keys, b.keys) }
  }
  if (a.kind === 'object' && b.kind === 'object') return mergeObjects(a, b, flagsOf)
  if (a.kind === 'scalar' && b.kind === 'scalar') return mergeScalars(a, b)
  if (a.kind === 'map' && b.kind === 'object') return mergeMap(a, b, flagsOf)
  if (b.kind === 'map' && a.kind === 'object') return mergeMap(b, a, flagsOf)
  // A value that may be plain or composed: what is composed says more.
  return a.kind === 'scalar' ? b : a
}

const SEEN_MOST = 200

type ObjectShape = Shape & { kind: 'object' }

function mergeObjects(
  { members: a, isListed: inFirst }: ObjectShape,
  { members: b, isListed: inSecond }: ObjectShape,
  flagsOf: MergeFlags,
): Shape {
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])]
  const members = names.map((name): [string, Member] => {
    const inA = Object.hasOwn(a, name) ? a[name] : undefined
    const inB = Object.hasOwn(b, name) ? b[name] : undefined
    const shape = inA && inB ? merge(inA.shape, inB.shape, flagsOf) : (inA ?? inB)!.shape
    return [
      name,
      {
        shape,
        ...flagsOf(inA, inB),
        ...onlyOfBoth(inA, inB),
        ...aboutEither(inA, inB),
      },
    ]
  })
  const isListed = inFirst || inSecond
  return { kind: 'object', members: Object.fromEntries(members), ...(isListed && { isListed }) }
}

/** The words of both; those of one alone where all values that were seen of the other are among them. */
function wordsOfBoth(a: ScalarShape, b: ScalarShape): readonly string[] | undefined {
  if (a.words && b.words) return [...new Set([...a.words, ...b.words])]
  const [described, other] = a.words ? [a, b] : [b, a]
  const isAmong = other.seen.length > 0 && other.seen.every((each) => described.words?.includes(String(each)))
  return isAmong ? described.words : undefined
}

/** The constant of both; that of one alone where all values that were seen of the other are it. */
function constantOfBoth(a: ScalarShape, b: ScalarShape): Pick<ScalarShape, 'constant'> {
  const [{ constant }, other] = a.constant === undefined ? [b, a] : [a, b]
  const isOther = other.constant === undefined && other.seen.length > 0 && other.seen.every((each) => each === constant)
  return constant !== undefined && (isOther || other.constant === constant) ? { constant } : {}
}

/** What is described with any names, and was seen with some. */
function mergeMap(map: Shape & { kind: 'map' }, seen: ObjectShape, flagsOf: MergeFlags): Shape {
  const entry = Object.values(seen.members).reduce((all, { shape }) => merge(all, shape, flagsOf), map.entry)
  return { kind: 'map', entry, ...keysOfEither(map.keys, Object.keys(seen.members)) }
}

function keysOfEither(a: readonly string[] | undefined, b: readonly string[] | undefined) {
  return a || b ? { keys: [...new Set([...(a ?? []), ...(b ?? [])])] } : {}
}

/** Whether all that one scalar says was seen of the other: so it is with most values, which are seen again and again. */
function saysNoMore({ kind: _, types, seen, ...more }: ScalarShape, known: ScalarShape): boolean {
  const isSeen = (value: unknown) => known.seen.length >= SEEN_MOST || known.seen.includes(value)
  const isPlain = known.words === undefined && known.constant === undefined && Object.keys(more).length === 0
  return isPlain && types.every((each) => known.types.includes(each)) && seen.every(isSeen)
}

function mergeScalars(a: ScalarShape, b: ScalarShape): ScalarShape {
  if (saysNoMore(b, a)) return a
  const { words: _a, constant: _ofA, ...plainA } = a
  const { words: _b, constant: _ofB, ...plainB } = b
  const words = wordsOfBoth(a, b)
  const examples = [...(a.examples ?? []), ...(b.examples ?? [])]
  return {
    ...plainB,
    ...plainA,
    types: [...new Set([...a.types, ...b.types])],
    ...(words ? { words } : {}),
    ...constantOfBoth(a, b),
    seen: [...new Set([...a.seen, ...b.seen])].slice(0, SEEN_MOST),
    ...(examples.length > 0 ? { examples } : {}),
  }
}
