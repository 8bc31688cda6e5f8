import { isTime } from './fit.js'
import { type Entity, plainName } from './lexicon.js'
import { entryOf } from './list-forms.js'
import { haveLikeEntries, type Leaf, leavesOf, matchLeaves } from './match.js'
import { nameScore } from './name-score.js'
import { recordOfList } from './subjects.js'

/** Lists whose entries a service may show in groups, each with a list of its own: the interface speaks of grouped themes. */
const IN_GROUPS: readonly string[] = ['themes', 'monitor_matches']

/** How alike names are, from 0 to 1, that call the same. */
const CALLED = 0.75

/** Words for groups of anything. */
const GROUPS = /^(group(s|ed)?|categor(y|ies)|clusters?)$/

/** What entries are of that have a part of the analysis each, which is no group of what is in it: a period, a field or a source. */
const OF_PARTS =
  /(^|_)(periods?|time(stamp)?|date|day|week|month|quarter|year|hour|from|to|since|until|start|end|at|field|question|survey|source)(_|$)/
const PERIOD = /^\d{4}-(\d|w|q)/i

/**
 * Their leaves, with the lists that stand in the entries of another one instead of that, where ours is nowhere else: `theme_groups: [{name,
 * themes: [...]}]` has our themes in parts. What has most members of ours, or is called as ours while the list in it is not, is the list
 * itself, and that its parts.
 */
export function withoutGroups(
  own: readonly Leaf[],
  theirs: readonly Leaf[],
  record: Entity | undefined,
): readonly Leaf[] {
  const lists = own.filter(({ path }) => IN_GROUPS.includes(path.at(-1)!))
  if (!lists.some((list) => theirs.some((leaf) => partsOf(leaf, list)))) return theirs
  const { pairs, unclear } = matchLeaves(own, theirs, { record })
  const isElsewhere = (list: Leaf) => {
    const found = pairs.flatMap((pair) => (pair.ours === list ? [pair.theirs] : []))
    // Any list of words and counts might be ours by its form, such as the sides of a sentiment: its name has to say so as well.
    const likely = unclear
      .flatMap((each) => (each.ours === list ? each.candidates : []))
      .filter(({ path }) => likenessTo(list)(path.at(-1)!) >= CALLED)
    return [...found, ...likely].some((leaf) => leaf.shape.kind !== 'scalar' && !partsOf(leaf, list))
  }
  const missing = lists.filter((list) => !isElsewhere(list))
  return theirs.map((leaf) => missing.map((list) => partsOf(leaf, list)).find((each) => each !== undefined) ?? leaf)
}

const likenessTo = (list: Leaf) => (called: string) => nameScore([list.path.at(-1)!], [called], undefined)

function partsOf(group: Leaf, list: Leaf): Leaf | undefined {
  if (group.shape.kind !== 'list' || haveLikeEntries(list, group)) return undefined
  const inner = leavesOf(group.shape.entry).filter(
    ({ shape }) => shape.kind === 'list' && entryOf(shape).kind === 'object',
  )
  const [part, another] = inner
  if (!part || another || part.path.length > 1) return undefined
  const around = group.path.slice(0, -1)
  const [name, outer] = [part.path[0]!, group.path.at(-1)!]
  const likeness = likenessTo(list)
  if (!isOfGroups(outer, likeness) || leavesOf(group.shape.entry).some(isOfPart)) return undefined
  const isMore = likeness(name) > likeness(outer) || membersAlike(list, part) > membersAlike(list, group)
  const isCalledSo = isMore && likeness(name) >= CALLED
  if (!isCalledSo && !haveLikeEntries(list, part)) return undefined
  const path = [...around, `${outer}[]`, name]
  const called = [...around, likeness(name) < likeness(outer) ? outer : name]
  return { ...part, path, called, required: group.required, nullable: group.nullable }
}

/** How many members of the entries of a list of ours are found in those of a list of theirs. */
function membersAlike({ path, shape: own }: Leaf, { shape: their }: Leaf): number {
  if (own.kind !== 'list' || their.kind !== 'list') return 0
  const record = recordOfList(path.at(-1)!)
  return matchLeaves(leavesOf(own.entry), leavesOf(their.entry), { record, isInside: true }).pairs.length
}

/** Whether a list is called groups, or as ours is, or both: `question_groups` are others. */
function isOfGroups(name: string, likeness: (called: string) => number): boolean {
  const words = plainName(name).split('_')
  const others = words.filter((word) => !GROUPS.test(word)).join('_')
  return others === '' || likeness(others) >= CALLED || likeness(`${others}s`) >= CALLED
}

/** Whether a member of an entry says which part of all that was analysed it is of. */
function isOfPart({ path, shape }: Leaf): boolean {
  if (shape.kind !== 'scalar') return false
  const values = [...(shape.seen?.map(String) ?? []), ...(shape.examples?.map(String) ?? [])]
  return (
    path.some((step) => OF_PARTS.test(plainName(step))) ||
    isTime(path, shape) ||
    values.some((each) => PERIOD.test(each))
  )
}
