import { entryOf } from './list-forms.js'
import { haveLikeEntries, type Leaf, leavesOf } from './match.js'
import { nameScore } from './name-score.js'

/** Lists whose entries a service may show in groups, each with a list of its own: the interface speaks of grouped themes. */
const IN_GROUPS: readonly string[] = ['themes', 'monitor_matches']

/**
 * Their leaves, with the lists that stand in the entries of another one instead of that: `theme_groups: [{name, themes: [...]}]` has our
 * themes in parts. What has most members of ours, or is called as ours while the list in it is not, is the list itself, and that its parts.
 */
export function withoutGroups(own: readonly Leaf[], theirs: readonly Leaf[]): readonly Leaf[] {
  const lists = own.filter(({ path }) => IN_GROUPS.includes(path.at(-1)!))
  if (lists.length === 0) return theirs
  return theirs.map((leaf) => lists.map((list) => partsOf(leaf, list)).find((each) => each !== undefined) ?? leaf)
}

function partsOf(group: Leaf, list: Leaf): Leaf | undefined {
  if (group.shape.kind !== 'list' || haveLikeEntries(list, group)) return undefined
  const inner = leavesOf(group.shape.entry).filter(
    ({ shape }) => shape.kind === 'list' && entryOf(shape).kind === 'object',
  )
  const [part, another] = inner
  if (!part || another || part.path.length > 1) return undefined
  const around = group.path.slice(0, -1)
  const [name, outer] = [part.path[0]!, group.path.at(-1)!]
  const likeness = (called: string) => nameScore([list.path.at(-1)!], [called], undefined)
  const isCalledSo = likeness(name) > likeness(outer) && likeness(name) >= 0.75
  if (!isCalledSo && !haveLikeEntries(list, part)) return undefined
  const path = [...around, `${outer}[]`, name]
  const called = [...around, likeness(name) < likeness(outer) ? outer : name]
  return { ...part, path, called, required: group.required, nullable: group.nullable }
}
