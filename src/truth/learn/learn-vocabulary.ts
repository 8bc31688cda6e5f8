import { RECOMMENDED_WORDS } from '../../contract/assumptions/overridable.js'
import type { OperationId } from '../../contract/operations/index.js'
import { recommendedWord, WORD_PAIRS } from '../../contract/vocabulary.js'
import type { ObservedConduct } from './conduct/conduct.js'
import type { Finding } from './findings.js'
import type { LearnedSlot } from './learn-slots.js'
import type { FoundRoute } from './routes.js'

const PAIRED: ReadonlySet<string> = new Set(WORD_PAIRS.map(([classic]) => classic))

/** A classic word as an operation calls it by either vocabulary. */
interface SeenWord {
  classic: string
  recommended: string
  wire: FoundRoute['wire']
}

/**
 * What the service calls the recommended words (VOC-5). An operation that answers by both vocabularies shows it: a member that is
 * called differently at its two addresses is renamed by the vocabulary, while one that another name was given has it at both.
 */
export function vocabularyFindings(
  found: readonly FoundRoute[],
  slotsOf: (found: FoundRoute) => readonly LearnedSlot[],
): (Finding & { wire: FoundRoute['wire'] })[] {
  const seen = operationsOfBoth(found).flatMap(([classic, recommended]) =>
    wordsOf(slotsOf(classic), slotsOf(recommended)),
  )
  const known = new Map<string, Set<string>>()
  for (const { classic, recommended } of [...seen, ...keptWords(found, slotsOf)])
    known.set(classic, new Set([...(known.get(classic) ?? []), recommended]))
  return seen.map(({ classic, recommended, wire }) => {
    const common = { id: RECOMMENDED_WORDS, path: classic, wire }
    const words = [...known.get(classic)!]
    if (words.length > 1) return { ...common, state: 'ambiguous' as const, candidates: words }
    if (recommended === recommendedWord(classic)) return { ...common, state: 'confirmed' as const }
    return { ...common, state: 'contradicted' as const, fact: { words: { [classic]: recommended } } }
  })
}

/** The words at addresses of the recommended vocabulary that are ours: where one is, no other is the word for all of them. */
function keptWords(found: readonly FoundRoute[], slotsOf: (found: FoundRoute) => readonly LearnedSlot[]) {
  return found
    .filter(({ route: { words } }) => words === 'recommended')
    .flatMap((each) => slotsOf(each).flatMap(({ findings }) => findings.members))
    .flatMap(({ path, state, place }) => {
      const [classic, recommended] = [lastOf(path), recommendedWord(lastOf(path))]
      return state === 'seen' && PAIRED.has(classic) && lastOf(place!) === recommended ? [{ classic, recommended }] : []
    })
}

/** What is said of answers in fewer members than these, or by one operation alone, may as well be other names for some of them. */
const LEAST_MEMBERS = 3
const LEAST_OPERATIONS = 2

/**
 * In whose words answers are: in those of the address, or in one vocabulary whatever the address. Several operations show it that answer
 * at an address of either vocabulary, where all of their members agree.
 */
export function answerWords(
  found: readonly FoundRoute[],
  slotsOf: (found: FoundRoute) => readonly LearnedSlot[],
): ObservedConduct[] {
  const said = operationsOfBoth(found).flatMap(([classic, recommended]) => {
    const [own, others] = [classic, recommended].map((each) => slotsOf(each).filter(({ slot }) => slot === 'result'))
    return pairsIn(own!, others!).flatMap(({ member, words: [first, second] }) => {
      const rule = ruleOf(member, first, second)
      return rule === undefined ? [] : [{ rule, member, found: classic }]
    })
  })
  const rules = new Set(said.map(({ rule }) => rule))
  const operations = new Set(said.map(({ found: { operation } }) => operation))
  const members = new Set(said.map(({ member }) => member))
  const [rule] = rules
  const isClear = rules.size === 1 && operations.size >= LEAST_OPERATIONS && members.size >= LEAST_MEMBERS
  if (rule === undefined || !isClear) return []
  const from = [...new Set(said.flatMap(({ found: { wire } }) => wire.from))]
  return [{ behaviour: 'answers-in-route-words', observed: { values: { rule } }, from }]
}

/**
 * Whether what was observed of behaviours holds where it is about the words of answers: not where one has a word of the other vocabulary
 * at an address of that one, so that words of one vocabulary are mere names.
 */
export function keepsWords(
  { behaviour, observed }: ObservedConduct,
  found: readonly FoundRoute[],
  slotsOf: (found: FoundRoute) => readonly LearnedSlot[],
): boolean {
  const rule = behaviour === 'answers-in-route-words' && 'values' in observed ? observed.values.rule : undefined
  if (rule !== 'classic' && rule !== 'recommended') return true
  const others = found.filter(({ route: { words } }) => words !== rule)
  return !others.some((each) =>
    slotsOf(each)
      .filter(({ slot }) => slot === 'result')
      .flatMap(({ findings }) => findings.members)
      .some(({ path, state, place }) => {
        const member = lastOf(path)
        const word = each.route.words === 'classic' ? member : recommendedWord(member)
        return state === 'seen' && PAIRED.has(member) && lastOf(place!) === word
      }),
  )
}

/** The rule by which a member is called so at the two addresses; undefined where it goes by another name. */
function ruleOf(member: string, classic: string, recommended: string): string | undefined {
  if (classic === member) return recommended === member ? 'classic' : 'route'
  return classic === recommendedWord(member) && recommended === classic ? 'recommended' : undefined
}

/** The two addresses of every operation that has one of each vocabulary. */
function operationsOfBoth(found: readonly FoundRoute[]): [FoundRoute, FoundRoute][] {
  const operations = new Map<OperationId, FoundRoute[]>()
  for (const each of found) operations.set(each.operation, [...(operations.get(each.operation) ?? []), each])
  return [...operations.values()].flatMap((routes): [FoundRoute, FoundRoute][] => {
    const classic = routes.find(({ route }) => route.words === 'classic')
    const recommended = routes.find(({ route }) => route.words === 'recommended')
    return classic && recommended && classic.wire !== recommended.wire ? [[classic, recommended]] : []
  })
}

function wordsOf(classic: readonly LearnedSlot[], recommended: readonly LearnedSlot[]): SeenWord[] {
  return pairsIn(classic, recommended).flatMap(({ member, words: [own, other], wire }) =>
    own === other ? [] : [{ classic: member, recommended: other, wire }],
  )
}

/** Members that the vocabularies call differently, with what they are called at either address. */
function pairsIn(classic: readonly LearnedSlot[], recommended: readonly LearnedSlot[]) {
  return recommended.flatMap(({ found, slot, findings }) => {
    const others = classic.find((each) => each.slot === slot)?.findings.members ?? []
    return findings.members.flatMap(({ path, state, place }) => {
      const member = lastOf(path)
      const other = others.find((each) => each.path === path)
      if (state !== 'seen' || other?.state !== 'seen' || !PAIRED.has(member)) return []
      return [{ member, words: [lastOf(other.place!), lastOf(place!)] as const, wire: found.wire }]
    })
  })
}

function lastOf(path: string): string {
  return path.replace(/\[\]$/, '').split(/[./]/).at(-1)!
}
