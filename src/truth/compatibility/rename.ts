/** Words for the same thing in names of members, each list one thing. */
const SYNONYMS = [
  ['survey', 'source'],
  ['series', 'group', 'collection'],
  ['question', 'field'],
  ['title', 'name', 'label', 'text'],
  ['id', 'uuid', 'key', 'identifier'],
  ['created', 'inserted', 'added', 'accepted'],
  ['count', 'total', 'number'],
  ['items', 'entries', 'results', 'rows', 'data', 'list'],
  ['status', 'state', 'mode'],
  ['next', 'after'],
  ['cursor', 'token', 'page'],
]
const ALIKE = 0.34
const MARGIN = 0.15

/**
 * A name that may stand for another: how alike two names are is judged by the words in them; `fits`: whether both can be the
 * same.
 */
export function pairRenames(
  gone: readonly string[],
  fresh: readonly string[],
  fits: (gone: string, fresh: string) => boolean,
): Map<string, string> {
  const pairs = gone.flatMap((from) =>
    fresh.filter((to) => fits(from, to)).map((to) => ({ from, to, score: likeness(from, to) })),
  )
  const found = new Map<string, string>()
  for (const { from, to, score } of pairs.sort((a, b) => b.score - a.score)) {
    if (score < ALIKE || found.has(from) || [...found.values()].includes(to)) continue
    const rivals = pairs.filter((each) => each.score > score - MARGIN && (each.from === from) !== (each.to === to))
    if (rivals.every((each) => found.has(each.from) || [...found.values()].includes(each.to))) found.set(from, to)
  }
  const [left, ...others] = gone.filter((name) => !found.has(name))
  const [only, ...more] = fresh.filter((name) => ![...found.values()].includes(name))
  const isLast = left !== undefined && only !== undefined && others.length === 0 && more.length === 0
  return isLast && fits(left, only) ? found.set(left, only) : found
}

/** 0 to 1: how much of the words of two names is the same. */
function likeness(a: string, b: string): number {
  const [one, other] = [wordsOf(a), wordsOf(b)]
  const shared = [...one].filter((word) => other.has(word)).length
  return shared / (one.size + other.size - shared)
}

function wordsOf(name: string): Set<string> {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
  return new Set(words.filter((word) => word !== '').map(plainWord))
}

/** One word for each thing, in the singular. */
function plainWord(word: string): string {
  const single = word.length > 4 ? word.replace(/s$/, '') : word
  const known = SYNONYMS.find((words) => words.includes(word) || words.includes(single))
  return known?.[0] ?? single
}
