import { NoTextError } from '../errors.js'
import type { Judge, TextEvidence } from './free-text.js'
import { columnName, comparableHeader } from './headers.js'
import type { ChosenBy, Doubt, TextColumn } from './mapping.js'
import { DESCRIPTIONS, TICKET_HEADERS } from './synonyms.js'

/** A column someone or something speaks for. */
export interface Candidate {
  index: number
  chosenBy: ChosenBy
}

export interface TextChoice {
  columns: readonly string[]
  judge: Judge
  taken: ReadonlySet<number>
  /** Columns a preset or their headers speak for, the likeliest first. */
  candidates: readonly Candidate[]
  /** Where the file marks its open questions: only these can be the text. */
  open?: ReadonlySet<number>
}

/** A column that is this much of the text would be missed by someone. */
const WORTH_NAMING = 0.25
/** A column filled in this share of the rows of another is a remark beside it. */
const HARDLY_USED = 0.25
/** This many headers of tickets make a table of tickets. */
const TICKET_MARKS = 2
const SEVERAL = 'name the right one with --map text=Column'

/**
 * The text column of a file if no one named one: a column whose header says so and whose cells bear it out, else the one that
 * looks most like free text, else the first whose header says so. Throws `NoTextError` if there is none to bet on.
 */
export function chooseText({ columns, judge, taken, candidates, open }: TextChoice): TextColumn {
  const likely = candidates.filter(({ index, chosenBy }) => isLikely(judge(index), chosenBy))
  const chosen =
    likeliest(likely, columns, (index) => judge(index).filled) ??
    mostFree(columns.keys(), taken, open, judge) ??
    candidates[0]
  if (chosen) return { ...chosen, header: columnName(columns, chosen.index) }
  throw new NoTextError('no column looks like feedback text', columns, SEVERAL)
}

/** A column without any text is taken only where nothing else is. */
function isLikely({ filled, repeats }: TextEvidence, chosenBy: ChosenBy): boolean {
  return filled > 0 && (chosenBy === 'name' || !repeats)
}

/**
 * The first of the candidates, unless only a word of its header spoke for it: of tickets the description is the customer's, and comments
 * are anybody's; and what is hardly ever filled gives way to what nearly always is.
 */
function likeliest(
  candidates: readonly Candidate[],
  columns: readonly string[],
  filledOf: (index: number) => number,
): Candidate | undefined {
  const [first] = candidates
  if (first?.chosenBy !== 'synonym') return first
  const description = candidates.find(({ index }) => DESCRIPTIONS.has(comparableHeader(columns[index]!)))
  if (description && isTickets(columns)) return description
  return candidates.find(({ index }) => filledOf(index) * HARDLY_USED > filledOf(first.index)) ?? first
}

function isTickets(columns: readonly string[]): boolean {
  return columns.filter((column) => TICKET_HEADERS.has(comparableHeader(column))).length >= TICKET_MARKS
}

function mostFree(
  indices: Iterable<number>,
  taken: ReadonlySet<number>,
  open: ReadonlySet<number> | undefined,
  judge: Judge,
): Candidate | undefined {
  const free = [...indices]
    .filter((index) => !taken.has(index) && (open === undefined || open.has(index)))
    .map(judge)
    .filter(({ free, repeats, score }) => free || (open !== undefined && !repeats && score > 0))
  const best = free.sort((a, b) => b.score - a.score)[0]
  return best && { index: best.index, chosenBy: 'content' }
}

/** What is doubtful about texts that no one named: cells that repeat, and other columns that look like texts as well. */
export function doubtTexts(
  columns: readonly string[],
  judge: Judge,
  texts: readonly TextColumn[],
  taken: ReadonlySet<number>,
  candidates: readonly Candidate[],
): Doubt[] {
  const [text, ...others] = texts
  if (!text || others.length > 0 || text.chosenBy === 'option') return []
  const chosen = judge(text.index)
  const about = `"${text.header}" (${chosen.distinct} different of ${chosen.filled})`
  const place = candidates.findIndex(({ index }) => index === text.index)
  // Columns with a header that fits better than the chosen one's.
  const passedOver = new Set(candidates.slice(0, Math.max(0, place)).map(({ index }) => index))
  const left = [...columns.keys()].filter((index) => !taken.has(index))
  const missed = left
    .map(judge)
    .filter(
      ({ free, filled, score, index }) =>
        free && filled > 1 && (score > chosen.score * WORTH_NAMING || passedOver.has(index)),
    )
    .map(({ index }) => `"${columnName(columns, index)}"`)
  return [
    ...(chosen.repeats ? [{ kind: 'repeated_texts' as const, about }] : []),
    ...(missed.length > 0 ? [{ kind: 'other_texts' as const, about: missed.join(', ') }] : []),
  ]
}
