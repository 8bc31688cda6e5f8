import { isObject, type JsonObject } from '../../src/base/is-object.js'
import { routeOf } from '../../src/client/route.js'
import type { Contract } from '../../src/contract/facts/contract.js'
import { contractWith } from '../../src/contract/facts/contract-with.js'
import type { Fact, Facts, Slot } from '../../src/contract/facts/facts.js'
import { slotsOf } from '../../src/contract/facts/slots.js'
import type { Operation } from '../../src/contract/operation.js'
import { type OperationId, rowOf } from '../../src/contract/operations/index.js'
import { toRecommended } from '../../src/contract/vocabulary.js'
import { type Element, elementsOf, factPartOf, factWordOf, isReadAlike, schemaOf, withElement } from './elements.js'
import { emptied, fullValue, linesOf, turnsOf, without } from './full-value.js'
import type { FactPart, FactWord } from './observable-parts.js'
import { learnedOnes, sameNextPage, sameValues, servedAt } from './same-values.js'

/** What became of one thing that is true of a service, or is said of it. */
export interface Judged {
  id: string
  text: string
  /** Of a fact about members: what of a member it says. */
  part?: FactPart
  /** Of a word of an enum: which. */
  word?: FactWord | undefined
  /** Of a behaviour: what of it. */
  entry?: string
  verdict: 'right' | 'missed' | 'wrong'
}

/** Holds learned facts against the true ones, by what they mean. */
export function judge(truth: Facts, learned: Facts): Judged[] {
  learnedOnes.add(learned)
  const means = meanings(truth, learned)
  const asTrue = elementsOf(truth).filter((element) => !isVoid(truth, element, means))
  return [
    ...asTrue.map(
      (element): Judged => ({
        id: element.id,
        text: element.text,
        ...(element.member
          ? { part: factPartOf(element), word: factWordOf(element) }
          : { entry: Object.keys(element.fact)[0]! }),
        verdict: says(learned, truth, element, means) || isReadAlike(learned, element) ? 'right' : 'missed',
      }),
    ),
    ...elementsOf(learned)
      .filter((element) => !says(truth, learned, element, means))
      .filter((element) => !isReadAlike(truth, element) && !isPartOfPaging(truth, element))
      .map(({ id, text }): Judged => ({ id, text, verdict: 'wrong' })),
  ]
}

/** Whether all that is said of a list's paging is true: what else is, and was not learned, is missed and not wrong. */
function isPartOfPaging(truth: Facts, { id, fact }: Element): boolean {
  // Where the truth says it by names alone: what is said of the size of a page is another matter.
  if (id.startsWith('paging:') && truth[id] === undefined && !('limit' in fact))
    return sameNextPage(truth, { ...truth, [id]: fact as Fact }, id)
  const known = (truth[id] ?? {}) as JsonObject
  // What comes next may be a cursor or an address, as long as none was seen.
  const isOpen = (name: string, value: unknown) =>
    name === 'style' && value === 'next' && ['cursor', 'url'].includes(String(known.style))
  return (
    id.startsWith('paging:') &&
    Object.entries(fact).every(([name, value]) => value === known[name] || isOpen(name, value))
  )
}

type Meanings = ReturnType<typeof meanings>

/** Whether an element adds nothing to the facts it is one of: a name that is ours anyway. */
function isVoid(facts: Facts, element: Element, means: Meanings): boolean {
  return means.same(facts, remove(facts, element), element)
}

/** Whether facts say what an element of others says: it changes nothing for them, or its member stands the same in both. */
function says(facts: Facts, others: Facts, element: Element, means: Meanings): boolean {
  return means.same(facts, add(facts, element), element) || means.alike(facts, others, element)
}

function add(facts: Facts, element: Element): Facts {
  const more = withElement(facts, element)
  if (learnedOnes.has(facts)) learnedOnes.add(more)
  return more
}

function remove(facts: Facts, { id, fact }: Element): Facts {
  const [[name, value] = ['', undefined]] = Object.entries(fact)
  const own = facts[id]![name]
  const { [name]: _, ...rest } = facts[id]!
  if (!isObject(value) || !isObject(own) || name === 'list' || name === 'tag') return { ...facts, [id]: rest }
  const [[path, entry] = ['', undefined]] = Object.entries(value)
  const { [path]: inner, ...others } = own
  if (!isObject(entry) || !isObject(inner) || name !== 'words') return { ...facts, [id]: { ...rest, [name]: others } }
  const left = Object.entries(inner).filter(([word]) => !Object.hasOwn(entry, word))
  return { ...facts, [id]: { ...rest, [name]: { ...others, [path]: Object.fromEntries(left) } } }
}

/** Compares what facts mean. */
function meanings(truth: Facts, learned: Facts) {
  const contracts = new Map<Facts, Contract>()
  const contractOf = (facts: Facts) => {
    const known = contracts.get(facts) ?? contractWith(facts)
    contracts.set(facts, known)
    return known
  }
  return { same, alike }

  function same(a: Facts, b: Facts, { id, member }: Element): boolean {
    if (!member) return sameValues(a, b, id)
    const { key, part } = member
    if (part === 'required' || part === 'limits' || part === 'fixed')
      return ruleText(a, key, part) === ruleText(b, key, part)
    try {
      return turnsFor(key).every((turn) => encoded(a, key, turn) === encoded(b, key, turn))
    } catch {
      return false
    }
  }

  /** Whether the member of an element stands at the same place, with the same values, under both. */
  function alike(a: Facts, b: Facts, { member, fact }: Element): boolean {
    if (!member || ['required', 'limits', 'fixed'].includes(member.part)) return false
    const { key, part, steps } = member
    if (typeof fact.at === 'string') return areBelow(a, b, key, `.${fact.at}`)
    const [known, said] = learnedOnes.has(a) ? [b, a] : [a, b]
    const linesUnder = (facts: Facts, turn: number) => {
      const schema = schemaOf(key)
      const whole = withoutVoid(encoderOf(known, key), fullValue(schema, turn), steps)
      // A list is where it is, whatever its entries are.
      const full = part === 'name' ? emptied(whole, steps) : whole
      const encode = encoderOf(facts, key)
      const fewer = new Set(linesOf(encode(without(full, steps))))
      const all = linesOf(encode(full))
      const shown = (lines: string[]) =>
        part === 'name' ? lines.map((line) => line.slice(0, line.indexOf('\t'))) : lines
      return { own: shown(all.filter((line) => !fewer.has(line))), all: shown(all) }
    }
    return turnsFor(key).every((turn) => {
      const [truly, learnedly] = [linesUnder(known, turn), linesUnder(said, turn)]
      // Where nothing else of an entry is learned, the entry comes and goes with the member.
      const isThere = truly.own.every((line) => learnedly.own.includes(line))
      return isThere && learnedly.own.every((line) => truly.all.includes(line))
    })
  }

  /** Whether the members below a place are the same under both, of those that stand anywhere under both. */
  function areBelow(a: Facts, b: Facts, key: string, place: string): boolean {
    const whole = fullValue(schemaOf(key), 0)
    return Object.keys(whole as JsonObject).every((name) => {
      const [inA, inB] = [a, b].map((facts) => {
        const encode = encoderOf(facts, key)
        const fewer = new Set(linesOf(encode(without(whole, [name]))))
        return linesOf(encode(whole)).filter((line) => !fewer.has(line))
      })
      const isBelow = (line: string) => line.startsWith(place)
      return inA!.length === 0 || inB!.length === 0 || inA!.some(isBelow) === inB!.some(isBelow)
    })
  }

  function encoded(facts: Facts, key: string, turn: number): string {
    return JSON.stringify(linesOf(encoderOf(facts, key)(fullValue(schemaOf(key), turn))).sort())
  }

  /** What our values become on the wire of the route a client takes. */
  function encoderOf(facts: Facts, key: string): (value: unknown) => unknown {
    const contract = contractOf(facts)
    const [id, slot] = key.split(' ') as [OperationId, Slot]
    if (key.startsWith('event ')) {
      const codec = contract.eventCodec(slot as never)
      return (value) => (codec ? copyOf(codec.toWire(value)) : value)
    }
    const row = rowOf(id)
    const asked = routeOf(contractOf(learned).rowOf(id))
    const { words } = !learnedOnes.has(facts) ? servedAt(contractOf(truth).rowOf(id), asked) : asked
    return (value) => {
      const worded = words === 'recommended' ? toRecommended(row[slot], value as JsonObject) : value
      const wire = copyOf(contract.description.example(row, slot as 'body', words, worded))
      return slot === 'query' || (slot === 'body' && (row as Operation).media) ? asTexts(wire) : wire
    }
  }

  function ruleText(facts: Facts, key: string, part: 'required' | 'limits' | 'fixed'): string {
    const known = slotsOf(facts).get(key)
    if (part === 'fixed') return JSON.stringify(known?.fixed ?? {})
    const rules = (known?.rules ?? []).map((rule) => [rule.steps.join('.'), rule[part]] as const)
    return JSON.stringify(rules.filter(([, value]) => value !== undefined && JSON.stringify(value) !== '{}').sort())
  }
}

/** The value without what stands nowhere of the object at a path: that it doesn't is said by itself, and not by the name of the object. */
function withoutVoid(encode: (value: unknown) => unknown, whole: unknown, steps: readonly string[]): unknown {
  const lines = (value: unknown) => linesOf(encode(value)).sort().join('\n')
  const isVoid = (name: string) => lines(without(whole, [...steps, name])) === lines(whole)
  const names = namesAt(whole, steps)
  return names.filter(isVoid).reduce((value, name) => without(value, [...steps, name]), whole)
}

function namesAt(value: unknown, [step, ...rest]: readonly string[]): string[] {
  if (step === '[]') return Array.isArray(value) ? namesAt(value[0], rest) : []
  if (!isObject(value)) return []
  return step === undefined ? Object.keys(value) : namesAt(value[step], rest)
}

/** In an address and in a form a number is a text, too. */
function asTexts(value: unknown): unknown {
  if (value === undefined) return undefined
  return JSON.parse(JSON.stringify(value), (_, each) => (typeof each === 'object' ? each : String(each)))
}

/** The value as JSON has it; nothing of what is nowhere. */
function copyOf(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value))
}

function turnsFor(key: string): number[] {
  return [...Array(turnsOf(schemaOf(key))).keys()]
}
