import fc from 'fast-check'
import { isObject } from '../../../src/base/is-object.js'
import { listAssumptions } from '../../../src/contract/assumptions/ledger.js'
import { howToOverride } from '../../../src/contract/assumptions/overridable.js'
import { GUESSED_VALUES, type Guess } from '../../../src/contract/assumptions/values.js'
import { checkFacts } from '../../../src/contract/facts/check-facts.js'
import { contractWith } from '../../../src/contract/facts/contract-with.js'
import type { Fact, Facts } from '../../../src/contract/facts/facts.js'
import { isAboutMembers } from '../../../src/contract/facts/member-facts.js'
import { type OperationId, rowOf } from '../../../src/contract/operations/index.js'
import { recommendedPath } from '../../../src/contract/vocabulary.js'
import { createPick } from '../../draw.js'
import { createStyle, type Style } from './backend-style.js'
import { ERROR_CODES, ERROR_STATUSES, PATHS, PREFIXES, VALUES } from './backend-words.js'
import { oneOf, type Pick } from './pick.js'
import { randomMemberFact } from './random-member-fact.js'

/** Assumptions a facts file may say something of. */
export const OPEN_IDS: readonly string[] = listAssumptions()
  .map(({ id }) => id)
  .filter((id) => howToOverride(id) !== undefined)

/** Rows that came later: drawn after all others, so that no seed is another service for them. */
const LATER_IDS = ['behaviour:upload-file', 'behaviour:invite-answer']

/** Those that a service can choose: how its description shows payloads is asked of our emulator alone (contract.md 7). */
const CHOSEN_IDS = OPEN_IDS.filter((id) => id !== 'query:getOpenapi.envelope' && !LATER_IDS.includes(id))

/** Any facts that hold together, about 5 to 60 assumptions; fewer where some of those drawn contradict each other. */
export function arbitraryFacts({
  least = 5,
  most = 60,
  ids = CHOSEN_IDS,
}: {
  least?: number
  most?: number
  ids?: readonly string[]
} = {}): fc.Arbitrary<Facts> {
  return fc
    .tuple(
      fc.shuffledSubarray([...ids], { minLength: Math.min(least, ids.length), maxLength: Math.min(most, ids.length) }),
      fc.integer({ min: 0, max: 2 ** 31 }),
    )
    .map(([chosen, seed]) => factsOf(seed % 4 === 0 && ids === CHOSEN_IDS ? [...chosen, ...LATER_IDS] : chosen, seed))
}

/** Facts about these assumptions that hold together, the same for the same seed. */
export function factsOf(ids: readonly string[], seed: number): Facts {
  const style = createStyle(createPick(seed))
  const drawn = ids.map((id) => [id, randomFact(id, style)] as const)
  const facts = Object.fromEntries(drawn.filter(([, fact]) => Object.keys(fact).length > 0)) as Facts
  return sound(afterRows(sound(entered(answered(accepted(facts))))))
}

/** What tells a row of a list, in our words. */
const ROW_IDS: Readonly<Record<string, string>> = {
  'paging:listSources': 'survey_series[0].survey_series_id',
  'paging:listFeedback': 'items[0].item_id',
}

/** Lists that go on after their last row name the member that tells it, as the other facts have it. */
function afterRows(facts: Facts): Facts {
  const contract = contractWith(facts)
  const placed = Object.entries(facts).flatMap(([id, fact]): [string, Fact][] => {
    if (fact.style !== 'next' || fact.next !== LAST_ROW) return [[id, fact]]
    const row = ROW_IDS[id]
    if (row === undefined) return []
    const operation = id.slice('paging:'.length) as OperationId
    const { rule } = contract.values['answers-in-route-words']
    const words = rule === 'route' ? rowOf(operation).routes[0].words : rule
    const worded = words === 'recommended' ? recommendedPath(row) : row
    const codec = contract.codecOf(operation, 'result', words)
    if (codec?.lacks(worded.replace('[0]', '[]'))) return []
    return [[id, { ...fact, style: 'last', next: (codec?.pathToWire(worded) ?? worded).replace('[0]', '[-1]') }]]
  })
  return Object.fromEntries(placed)
}

/** Stands for the place of a row's identifier until the other facts are known. */
const LAST_ROW = 'last_row'

/**
 * Without statuses of answers that are never given: who publishes a source when it is made publishes none later, and who refuses to
 * publish it twice does not say that it is.
 */
function answered(facts: Facts): Facts {
  const { 'status:publishSource': status, ...rest } = facts
  if (!status) return facts
  const { success, again } = status as { success?: number; again?: number }
  const isMade = (facts['behaviour:draft-at-creation'] as { rule?: string } | undefined)?.rule === 'published'
  const isRefused = (facts['behaviour:publish-twice'] as { rule?: string } | undefined)?.rule === 'refused'
  const left = {
    ...(isMade || success === undefined ? {} : { success }),
    ...(isRefused || again === undefined ? {} : { again }),
  }
  return Object.keys(left).length === 0 ? rest : { ...rest, 'status:publishSource': left }
}

/** Who erases as a task says with its status that it will (RFC 9110, section 15.3.3). */
function accepted(facts: Facts): Facts {
  return facts['behaviour:erase-task'] ? { ...facts, 'status:eraseFeedback': { success: 202 } } : facts
}

/** Without facts about totals, where an invitation is answered with entries instead. */
function entered(facts: Facts): Facts {
  const { 'result:sendInvites': known, ...rest } = facts
  if (!known || !facts['behaviour:invite-answer']) return facts
  const left = Object.entries(known).flatMap(([part, value]): [string, unknown][] => {
    if (!isObject(value)) return [[part, value]]
    const others = Object.entries(value).filter(([path]) => !/^(accepted|skipped)\b/.test(path))
    return others.length === 0 ? [] : [[part, Object.fromEntries(others)]]
  })
  return left.length === 0 ? rest : { ...rest, 'result:sendInvites': Object.fromEntries(left) as Fact }
}

/** Without what contradicts the rest. */
function sound(facts: Facts): Facts {
  const { faults } = checkFacts(facts)
  if (faults.length === 0) return facts
  const faulty = new Set(faults.map(({ id }) => id))
  return sound(Object.fromEntries(Object.entries(facts).filter(([id]) => !faulty.has(id))))
}

function randomFact(id: string, style: Style): object {
  const { pick } = style
  const [kind = '', rest = ''] = [id.slice(0, id.indexOf(':')), id.slice(id.indexOf(':') + 1)]
  if (isAboutMembers(id)) return randomMemberFact(id, style)
  switch (kind) {
    case 'error':
      return randomError(rest, style)
    case 'status':
      return randomStatus(rest as OperationId, pick)
    case 'paging':
      return randomPaging(style)
    case 'route':
      return randomRoute(id, rest, style)
    default:
      return rest === 'recommended-words' ? randomWords(style) : randomValues(rest, pick)
  }
}

/** Codes in the spelling of the team, or numbered as some are. */
function randomError(code: string, { pick, usual }: Style): object {
  const other = oneOf(pick, [...(ERROR_CODES.get(code) ?? []), code.toLowerCase()])
  const spelled = {
    upper: other.toUpperCase(),
    lower: other,
    pascal: other.replace(/(^|_)(\w)/g, (_, _start, letter: string) => letter.toUpperCase()),
    numbered: `E${1_001 + [...ERROR_CODES.keys()].indexOf(code)}`,
  }
  const spelling = usual('codes', ['upper', 'upper', 'upper', 'lower', 'lower', 'lower', 'pascal', 'numbered'] as const)
  const statuses = pick(3) === 0 ? ERROR_STATUSES[code] : undefined
  return { code: spelled[spelling], ...(statuses ? { status: oneOf(pick, statuses) } : {}) }
}

/** Statuses that a team may give to what it did, or will do. */
const SUCCESSES: Readonly<Record<string, readonly number[]>> = {
  createGroup: [201],
  createSource: [201, 201, 202],
  publishSource: [202, 201],
  eraseFeedback: [202],
  uploadFeedback: [200, 201],
  sendInvites: [200, 201],
}

function randomStatus(id: OperationId, pick: Pick): object {
  const { otherwise } = rowOf(id)
  const others = otherwise && pick(2) === 0 ? { [otherwise.name]: oneOf(pick, [200, 202]) } : {}
  return { success: oneOf(pick, [...SUCCESSES[id]!, 200]), ...others }
}

/** How a list goes on, alike in most lists of a team. */
function randomPaging({ pick, usual, spelled }: Style): object {
  const below = usual('paging', ['', '', 'meta.', 'paging.', 'page_info.', '_metadata.'])
  const at = (values: readonly string[]) => oneOf(pick, values.map(spelled))
  const place = (values: readonly string[]) => spelled(below) + at(values)
  const counted = () => ({ total: place(['total', 'total_count', 'total_items', 'total_results', 'count']) })
  const more = () => ({ more: place(['has_more', 'has_next', 'has_next_page', 'more']) })
  const common = {
    limit:
      pick(12) === 0 ? null : at(['per_page', 'page_size', 'limit', 'size', 'count', 'max_results', 'first', 'take']),
  }
  const sometimes = (part: object) => (pick(2) === 0 ? part : {})
  const cursor = () => at(['cursor', 'after', 'page_token', 'starting_after', 'next_token', 'continuation', 'marker'])
  const style = usual('paging style', [
    'cursor',
    'cursor',
    'offset',
    'page',
    'page',
    'link',
    'url',
    'last',
    'bare offset',
  ])
  switch (style) {
    case 'cursor':
      return {
        style,
        at: cursor(),
        ...common,
        next: place(['next_cursor', 'next', 'next_page_token', 'next_token', 'end_cursor', 'after', 'continuation']),
        ...sometimes(more()),
      }
    case 'offset':
      return {
        style,
        at: at(['offset', 'skip', 'start']),
        ...common,
        first: 0,
        ...(pick(2) === 0 ? counted() : more()),
      }
    case 'page':
      return {
        style,
        at: at(['page', 'page', 'page_no', 'page_number', 'p']),
        ...common,
        first: pick(3) === 0 ? 0 : 1,
        ...(pick(2) === 0 ? { pages: place(['total_pages', 'page_count', 'pages', 'last_page']) } : counted()),
      }
    case 'link':
      return { style, at: cursor(), ...common }
    case 'last':
      return { style: 'next', at: at(['starting_after', 'after_id']), ...common, next: LAST_ROW, ...more() }
    case 'url':
      return {
        style,
        at: cursor(),
        ...common,
        next: oneOf(pick, ['links.next', '_links.next.href', place(['next', 'next_url'])]),
      }
    default:
      return { style: 'offset', at: at(['offset', 'skip', 'start']), ...common, first: 0 }
  }
}

function randomRoute(id: string, address: string, { pick, usual }: Style): object {
  const prefix = usual('prefix of routes', PREFIXES)
  if (!howToOverride(id)!.includes('path')) return { prefix }
  return { path: oneOf(pick, PATHS[address]!), ...(pick(2) === 0 ? { prefix } : {}) }
}

function randomWords({ pick, record }: Style): object {
  const words = [
    ['survey_series_id', `${record('group')}_id`],
    ['survey_title', oneOf(pick, [`${record('source')}_name`, 'title', 'display_name'])],
    ['question_text', oneOf(pick, ['field_label', 'prompt', 'wording'])],
  ] as const
  return { words: Object.fromEntries(words.filter(() => pick(2) === 0).concat([words[pick(3)]!])) }
}

/** What each form of a mapping has to say besides. */
const MAPPINGS: Readonly<Record<string, readonly string[]>> = {
  members: ['field'],
  columns: ['field'],
  pairs: ['column', 'member', 'field'],
  parts: ['part', 'field'],
  flat: [],
  'flat-columns': [],
  'flat-pairs': ['column', 'member', 'field_member'],
}

function randomMapping(pick: Pick): object {
  const form = oneOf(pick, Object.keys(MAPPINGS))
  const given = MAPPINGS[form]!.filter((name) => !name.startsWith('field') || pick(2) === 0)
  return { form, ...Object.fromEntries(given.map((name) => [name, oneOf(pick, VALUES[`upload-mapping ${name}`]!)])) }
}

/** Entries of which each says how many items it erased, or at least whether there were any: then by two words that go together. */
function randomEraseAnswer(pick: Pick): object {
  const names = ['external_id', 'customer_id', 'at', 'erased'].filter(() => pick(2) === 0)
  const given = names.map((each) => [each, oneOf(pick, VALUES[`erase-answer ${each}`]!)] as const)
  const isCounted = given.every(([name, value]) => name !== 'erased' || value !== 'none')
  const status = oneOf(
    pick,
    VALUES['erase-answer status']!.filter((name) => isCounted || name !== 'none'),
  )
  const at = pick(VALUES['erase-answer found']!.length)
  const words = { found: VALUES['erase-answer found']![at], missing: VALUES['erase-answer missing']![at] }
  const said = pick(2) === 0 ? {} : { status, ...(status !== 'none' && pick(2) === 0 && words) }
  return { form: 'entries', ...Object.fromEntries(given), ...said }
}

/** Entries of which each says in one of two words what became of its recipient. */
function randomInviteAnswer(pick: Pick): object {
  const names = ['at', 'email', 'status', 'reason', 'accepted', 'skipped', 'dry_run'].filter(() => pick(2) === 0)
  const given = names.map((each) => [each, oneOf(pick, VALUES[`invite-answer ${each}`]!)] as const)
  return { form: 'entries', ...Object.fromEntries(given) }
}

function randomValues(behaviour: string, pick: Pick): object {
  if (behaviour === 'erase-answer') return randomEraseAnswer(pick)
  if (behaviour === 'invite-answer') return randomInviteAnswer(pick)
  if (behaviour === 'upload-mapping') return randomMapping(pick)
  // A name beside a part of a form is none that anyone asks for.
  if (behaviour === 'upload-file') return { as: 'base64', name: oneOf(pick, VALUES['upload-file name']!) }
  const members: Record<string, Guess> = GUESSED_VALUES[behaviour as keyof typeof GUESSED_VALUES]
  const all = Object.entries(members).map(
    ([name, guess]) => [name, randomValue(`${behaviour} ${name}`, guess, pick)] as const,
  )
  const kept = all.filter(() => pick(2) === 0)
  return Object.fromEntries(kept.length > 0 ? kept : [oneOf(pick, all)])
}

function randomValue(key: string, guess: Guess, pick: Pick): unknown {
  const others = VALUES[key] ?? VALUES[key.slice(0, key.indexOf(' '))]
  if (others) return oneOf(pick, others)
  const words = guess.kind === 'word' ? /^one of (.*)$/.exec(guess.form)?.[1]?.split(', ') : undefined
  if (!words) throw new Error(`no other values of ${key}`)
  return oneOf(pick, pick(4) === 0 ? words : words.slice(1))
}
