import { getOrAdd } from '../../../base/get-or-add.js'
import { recommendedWord } from '../../../contract/vocabulary.js'
import { isTime } from './fit.js'
import { type Entity, namesOf, plainName, RECORD_WORDS } from './lexicon.js'
import type { Leaf } from './match.js'
import { meaningOf } from './meanings.js'
import { meansOther, nameScore } from './name-score.js'
import { countedIn } from './name-variants.js'
import { namesInStep } from './named.js'
import { recordOfList } from './subjects.js'

/** What is said of any number, time or flag, and not which it is. */
const SAID_OF_ANY =
  'a all at by count date datetime has in is n no num of on s so time timestamp total ts utc value was'.split(' ')

/**
 * Whether what is left of a kind may be ours by its name: it plainly says nothing else, and, unless ours is a text or an identifier, it
 * has no word that none of our names has. That nothing else is left doesn't make `last_used_at` when a key was created, nor `position`
 * a number of items: there is no end of what a service may say besides, so that an unknown word is as good as another's.
 */
export function mayMean(ours: Leaf, wire: readonly string[], record: Entity | undefined): boolean {
  if (meansOther(ours.path, wire, record)) return false
  const { path, shape } = ours
  const isText = shape.kind === 'scalar' && shape.types.includes('string') && !isTime(path, shape)
  return isText || ['id', 'ids'].includes(meaningOf(path, record).is) || saysNoMore(path, wire, record)
}

/** Whether a name has one of our member's names in it, and no word that none of these has: `skipped_recipients`. */
export function saysSo(ours: readonly string[], wire: readonly string[], record: Entity | undefined): boolean {
  const last = `_${plainName(wire.at(-1)!)}_`
  return knownOf(ours, record).names.some((name) => last.includes(`_${name}_`)) && saysNoMore(ours, wire, record)
}

function saysNoMore(ours: readonly string[], wire: readonly string[], record: Entity | undefined): boolean {
  const { words } = knownOf(ours, record)
  return wordsIn(wire.flatMap(namesInStep).at(-1)!).every((word) => words.has(word))
}

/** What a name says of what is in it, and not whose it is: `theme_groups`, `topic_list`. */
const GATHERED = /_(groups?|list|results?|summary|section|overview|breakdown)$/

/** The object or list of ours that a member of theirs is in, by the names of the objects around it, be it another name for such records. */
export function objectNamed(
  path: readonly string[],
  objects: readonly string[],
  record: Entity | undefined,
): string | undefined {
  const around = path.slice(0, -1).map((step) => plainName(step).replace(GATHERED, ''))
  const calls = (least: number) =>
    objects.find((own) =>
      around.some((step) => [step, `${step}s`].some((name) => nameScore([own], [name], record) >= least)),
    )
  return calls(0.9) ?? calls(0.8)
}

interface Known {
  names: readonly string[]
  words: ReadonlySet<string>
}

const known = new Map<string, Known>()

function knownOf(ours: readonly string[], record: Entity | undefined): Known {
  return getOrAdd(known, `${record} ${ours.join('.')}`, () => {
    const { is, of, within = [] } = meaningOf(ours, record)
    const name = ours.at(-1)!
    const names = [name, recommendedWord(name), ...namesOf(is)]
    const around = within.flatMap((each) => namesOf(each.replace('!', '')))
    const entities = [record, of, recordOfList(name)]
    const records = RECORD_WORDS.flatMap(({ entity, word }) => (entities.includes(entity) ? [word] : []))
    return { names, words: new Set([...[...names, ...around, ...records].flatMap(wordsIn), ...SAID_OF_ANY]) }
  })
}

/** The words of a name, each as one of its things: `number_of_items` says `item`; `not_sent` no `sent`, and `was_live` no `live`. */
function wordsIn(name: string): string[] {
  const plain = plainName(name)
  const words = (countedIn(plain)[0] ?? plain).replace(/(?<=^|_)(not|already|no|was|previously)_/g, '$1-').split('_')
  return words.map((word) => word.replace(/s$/, ''))
}
