import { type Open, settled } from './eliminate.js'
import { suits } from './fit.js'
import type { Leaf, Matching, Pair } from './match.js'
import { mayMean } from './may-mean.js'

/**
 * The matching with members that are the last without a place, where one of theirs is the last without a meaning: in an object of which
 * other members are known, or, of flags that must be there, in a record that a description lists.
 */
export function withLastPairs(matching: Matching, open: Open): Matching {
  const rest = [...matching.missing, ...matching.unclear.map(({ ours }) => ours)]
  const inside = objectsOf(matching.pairs).flatMap(({ own, their }) =>
    lastOf(rest.filter(isIn(own)), matching.left.filter(isIn(their)), open),
  )
  const isFlag = ({ shape, required, path }: Leaf) =>
    required && path.length === 1 && shape.kind === 'scalar' && shape.types.join() === 'boolean'
  const flags = open.isListed ? lastOf(rest.filter(isFlag), matching.left.filter(isFlag), open) : []
  const unique = new Map([...flags, ...inside].map((pair) => [pair.ours, pair]))
  return unique.size === 0 ? matching : settled(matching, [...unique.values()])
}

/** Objects of ours and theirs that have a pair of members as deep inside. */
function objectsOf(pairs: readonly Pair[]): { own: readonly string[]; their: readonly string[] }[] {
  const found = pairs.flatMap(({ ours, theirs }) => {
    const [own, their] = [ours.path.slice(0, -1), theirs.path.slice(0, -1)]
    return own.length > 0 && their.length > 0 ? [{ own, their }] : []
  })
  const known = new Map(found.map((each) => [`${each.own.join('.')} ${each.their.join('.')}`, each]))
  // Members that are found in several objects say of none that it is ours.
  const isOne = ({ own }: (typeof found)[number]) =>
    [...known.values()].filter((each) => each.own.join('.') === own.join('.')).length === 1
  return [...known.values()].filter(isOne)
}

const isIn = (around: readonly string[]) => (leaf: Leaf) =>
  leaf.path.length === around.length + 1 && around.every((step, at) => leaf.path[at] === step)

/** The one of ours and the one of theirs, where each is the only one and can be the other. */
function lastOf(ours: readonly Leaf[], theirs: readonly Leaf[], { record }: Open): Pair[] {
  const [own, their] = [ours[0], theirs[0]]
  if (!own || !their || ours.length > 1 || theirs.length > 1) return []
  const canBe = suits(own, their) >= 0.9 && mayMean(own, their.path, record)
  return canBe ? [{ ours: own, theirs: their, score: 0.8, by: 'name' }] : []
}
