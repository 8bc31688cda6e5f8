import { isDeepStrictEqual } from 'node:util'
import { isObject } from '../base/is-object.js'
import { parseJson, withoutBom } from '../base/parse-json.js'
import { entryLines, replaceEntries } from '../base/yaml.js'
import { checkFacts } from '../contract/facts/check-facts.js'
import { type Evidence, type Fact, type Facts, withoutEvidence } from '../contract/facts/facts.js'
import { compareFacts, isBetter, joinEvidence, joinFacts, takeBack } from './weigh-facts.js'

/** What happened to a learned fact in the file. */
export interface FactChange {
  id: string
  /**
   * `added`, `extended` by what was not known, `replaced` in part by better evidence, `taken back` because the service does as we
   * assume or ignores what is sent there, or `seen again`: the evidence alone is new. `kept`: what is there has better evidence. `manual`: a person wrote it,
   * so it is never changed.
   */
  change: 'added' | 'extended' | 'replaced' | 'taken back' | 'seen again' | 'kept' | 'manual'
  /** What the evidence says otherwise, of a fact that stays: `names.survey_id: id, not uuid`. */
  contradicts: readonly string[]
  /** Lines of the file before and after; none if it stays. */
  before: readonly string[]
  after: readonly string[]
}

/** What was seen to be as we assume: all of an assumption, or members of it by their paths in its fact. */
export interface Confirmed {
  isWhole: boolean
  members: readonly string[]
  /** A description said it, and so the types of those members, too; what was seen of one may have been null. */
  isDescribed: boolean
  /** What a member of requests is called where the service was seen to ignore it. */
  ignored?: string
  evidence: readonly Evidence[]
}

/** Whether the file changes. */
export function isChange({ change }: FactChange): boolean {
  return change !== 'kept' && change !== 'manual'
}

export interface MergedFacts {
  text: string
  facts: Facts
  changes: readonly FactChange[]
  /** Learned facts that can't hold beside what the file says, and why. */
  refused: readonly { id: string; message: string }[]
}

const HEADER = `# What is known of the service where its interface leaves things open, an entry for each assumption.
# The inpk command, its library and its emulator go by it. \`inpk learn\` adds what evidence proves, and the evidence.
# An entry without evidence is yours: \`inpk learn\` never changes it. \`inpk help assumptions\` lists what can be said.
`

const EMPTY = { text: '', facts: {} as Facts }

/**
 * The text of a facts file with learned facts in it, each with its evidence. Comments, order and manual facts stay, and so does every
 * byte of what isn't changed. `file` is one that was read; absent: there is none yet. What is `confirmed` takes back what was learned
 * otherwise.
 */
export function mergeFacts(
  learned: Facts,
  file = EMPTY,
  confirmed: ReadonlyMap<string, Confirmed> = new Map(),
): MergedFacts {
  const { facts, decided } = decide(learned, file.facts)
  takeBackWrong(confirmed, facts, decided, file.facts)
  const refused = leaveOutFaulty(facts, decided, file.facts)
  const text = withFacts(file.text, facts, decided)
  const changes = [...decided].map(([id, { change, contradicts }]) => {
    const isNew = change !== 'kept' && change !== 'manual'
    const before = isNew && Object.hasOwn(file.facts, id) ? entryLines(id, file.facts[id]!) : []
    return { id, change, contradicts, before, after: isNew && facts[id] ? entryLines(id, facts[id]) : [] }
  })
  return { text, facts, changes, refused }
}

/** Takes back what was learned and is otherwise by now, with evidence that is as good. */
function takeBackWrong(
  confirmed: ReadonlyMap<string, Confirmed>,
  facts: Record<string, Fact>,
  decided: Map<string, Decision>,
  known: Facts,
): void {
  for (const [id, seen] of confirmed) {
    const before = Object.hasOwn(known, id) ? known[id] : undefined
    const rest = before && takeBack(id, before, seen)
    if (!before || !rest || isDeepStrictEqual(rest, withoutEvidence(before))) continue
    const { ignored } = seen
    const contradicts = [ignored === undefined ? 'as it is assumed, and not otherwise' : `${ignored} is ignored`]
    if (before.evidence === undefined) decided.set(id, { change: 'manual', contradicts })
    else if (!isBetter(seen.evidence, before.evidence, { isRefuted: ignored !== undefined }))
      decided.set(id, { change: 'kept', contradicts })
    else {
      const after = takeBack(id, facts[id]!, seen)
      decided.set(id, { change: 'taken back', contradicts: [] })
      if (Object.keys(after).length === 0) delete facts[id]
      else facts[id] = { ...after, evidence: joinEvidence(facts[id]!.evidence ?? [], seen.evidence) }
    }
  }
}

type Decision = Pick<FactChange, 'change' | 'contradicts'>

function decide(learned: Facts, known: Facts): { facts: Record<string, Fact>; decided: Map<string, Decision> } {
  const facts: Record<string, Fact> = { ...known }
  const decided = new Map<string, Decision>()
  for (const [id, fact] of Object.entries(learned)) {
    const before = Object.hasOwn(known, id) ? known[id]! : undefined
    const { fact: after, ...decision } = decideOne(fact, before)
    if (isDeepStrictEqual(after, before)) {
      if (decision.change === 'kept' || decision.change === 'manual') decided.set(id, decision)
      continue
    }
    facts[id] = after
    decided.set(id, decision)
  }
  return { facts, decided }
}

/** Takes back what can't hold together with the rest; facts of the file are never what gives way. */
function leaveOutFaulty(
  facts: Record<string, Fact>,
  decided: Map<string, Decision>,
  known: Facts,
): MergedFacts['refused'] {
  const refused: { id: string; message: string }[] = []
  for (;;) {
    const { faults } = checkFacts(facts)
    const isChanged = (id: string) => decided.has(id) && facts[id] !== known[id]
    // What it clashes with may be called faulty in its place.
    const [last] = [...decided.keys()].filter(isChanged).slice(-1)
    const ids = new Set(faults.map(({ id }) => id).filter(isChanged))
    if (faults.length === 0 || last === undefined) return refused
    for (const id of ids.size > 0 ? ids : [last]) {
      refused.push({ id, message: (faults.find((each) => each.id === id) ?? faults[0]!).message })
      decided.delete(id)
      if (Object.hasOwn(known, id)) facts[id] = known[id]!
      else delete facts[id]
    }
  }
}

function decideOne(learned: Fact, before: Fact | undefined): Decision & { fact: Fact } {
  if (!before) return { fact: learned, change: 'added', contradicts: [] }
  const { contradicts, adds } = compareFacts(before, learned)
  if (before.evidence === undefined) return { fact: before, change: 'manual', contradicts: [...contradicts, ...adds] }
  const evidence = joinEvidence(before.evidence, learned.evidence ?? [])
  if (contradicts.length === 0) {
    const change = adds.length === 0 ? 'seen again' : 'extended'
    return { fact: { ...joinFacts(before, learned), evidence }, change, contradicts }
  }
  if (isBetter(learned.evidence ?? [], before.evidence)) {
    return { fact: { ...joinFacts(before, learned), evidence }, change: 'replaced', contradicts: [] }
  }
  // What was not known is new anyway.
  if (adds.length === 0) return { fact: before, change: 'kept', contradicts }
  return { fact: { ...joinFacts(withoutEvidence(learned), before), evidence }, change: 'extended', contradicts }
}

/** The text of the file with these entries instead of what it says of them. */
function withFacts(text: string, facts: Facts, decided: ReadonlyMap<string, Decision>): string {
  const changed = [...decided].filter(([, { change }]) => change !== 'kept' && change !== 'manual').map(([id]) => id)
  if (changed.length === 0) return text
  const json = parseJson(withoutBom(text))
  if (!isObject(json)) return replaceEntries(text, new Map(changed.map((id) => [id, facts[id]])), HEADER)
  // An entry that was taken back is undefined, and so left out.
  return `${JSON.stringify({ ...json, ...Object.fromEntries(changed.map((id) => [id, facts[id]])) }, null, 2)}\n`
}
