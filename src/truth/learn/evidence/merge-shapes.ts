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

function aboutEither(a: Member | undefined, b: Member | undefined): Pick<Member, 'about'> {
  const about = a?.about ?? b?.about
  return about === undefined ? {} : { about }
}

/** What either of two shapes of one place looks like. */
export function eitherShape(a: Shape, b: Shape): Shape {
  return merge(a, b, (inA, inB) => Boolean(inA?.required && inB?.required))
}

/** What two schemas of one place say together (`allOf`). */
export function bothShapes(a: Shape, b: Shape): Shape {
  return merge(a, b, (inA, inB) => Boolean(inA?.required || inB?.required))
}

type Required = (inA: Member | undefined, inB: Member | undefined) => boolean

function merge(a: Shape, b: Shape, isRequired: Required): Shape {
  if (a === b) return a
  if (a.kind === 'any') return b
  if (b.kind === 'any') return a
  if (a.kind === 'list' && b.kind === 'list') return { ...b, ...a, entry: merge(a.entry, b.entry, isRequired) }
  if (a.kind === 'map' && b.kind === 'map') return { kind: 'map', entry: merge(a.entry, b.entry, isRequired) }
  if (a.kind === 'object' && b.kind === 'object') return mergeObjects(a, b, isRequired)
  if (a.kind === 'scalar' && b.kind === 'scalar') return mergeScalars(a, b)
  if (a.kind === 'map' && b.kind === 'object') return mergeMap(a, b, isRequired)
  if (b.kind === 'map' && a.kind === 'object') return mergeMap(b, a, isRequired)
  // A value that may be plain or composed: what is composed says more.
  return a.kind === 'scalar' ? b : a
}

const SEEN_MOST = 200

type ObjectShape = Shape & { kind: 'object' }

function mergeObjects(
  { members: a, isListed: inFirst }: ObjectShape,
  { members: b, isListed: inSecond }: ObjectShape,
  isRequired: Required,
): Shape {
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])]
  const members = names.map((name): [string, Member] => {
    const inA = Object.hasOwn(a, name) ? a[name] : undefined
    const inB = Object.hasOwn(b, name) ? b[name] : undefined
    const shape = inA && inB ? merge(inA.shape, inB.shape, isRequired) : (inA ?? inB)!.shape
    return [
      name,
      {
        shape,
        required: isRequired(inA, inB),
        nullable: Boolean(inA?.nullable || inB?.nullable),
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
  const [told, other] = a.words ? [a, b] : [b, a]
  const isAmong = other.seen.length > 0 && other.seen.every((each) => told.words?.includes(String(each)))
  return isAmong ? told.words : undefined
}

/** What is described with any names, and was seen with some. */
function mergeMap(map: Shape & { kind: 'map' }, seen: ObjectShape, isRequired: Required): Shape {
  const entry = Object.values(seen.members).reduce((all, { shape }) => merge(all, shape, isRequired), map.entry)
  return { kind: 'map', entry, keys: [...(map.keys ?? []), ...Object.keys(seen.members)] }
}

function mergeScalars(a: ScalarShape, b: ScalarShape): ScalarShape {
  const { words: _a, ...plainA } = a
  const { words: _b, ...plainB } = b
  const words = wordsOfBoth(a, b)
  const examples = [...(a.examples ?? []), ...(b.examples ?? [])]
  return {
    ...plainB,
    ...plainA,
    types: [...new Set([...a.types, ...b.types])],
    ...(words ? { words } : {}),
    seen: [...new Set([...a.seen, ...b.seen])].slice(0, SEEN_MOST),
    ...(examples.length > 0 ? { examples } : {}),
  }
}
