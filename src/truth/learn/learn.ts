import { getOrAdd } from '../../base/get-or-add.js'
import type { JsonObject } from '../../base/is-object.js'
import { routeOf } from '../../client/route.js'
import { contractWith } from '../../contract/facts/contract-with.js'
import { type OperationId, rowOf } from '../../contract/operations/index.js'
import { conductFindings, type ObservedConduct } from './conduct/conduct.js'
import { describedConduct } from './conduct/described.js'
import { seenConduct } from './conduct/seen.js'
import { describedCodeFindings } from './described-codes.js'
import { openKinds } from './erase-kinds.js'
import type { SavedDelivery } from './evidence/deliveries.js'
import type { Provenance, SeenExchange } from './evidence/evidence.js'
import { type KeptOperations, readOperations } from './evidence/read-operations.js'
import { withFileInJson } from './file-in-json.js'
import { type Finding, memberFindings } from './findings.js'
import { answerFindings, nothingSaid, saysPlaceAlone } from './learn-answers.js'
import { eraseFindings } from './learn-erase.js'
import { withProvenScope } from './learn-erase-scope.js'
import { eraseTaskFindings, withErasesOfTasks } from './learn-erase-task.js'
import { learnEvents } from './learn-events.js'
import { inviteFindings } from './learn-invites.js'
import { withObeyed } from './learn-obeyed.js'
import { isPagingPath } from './learn-paging.js'
import { refusalFindings } from './learn-refusals.js'
import { type LearnedSlot, learnSlot, learnSlots, withDemandsOfOthers, withSharedWords } from './learn-slots.js'
import { statusFindings } from './learn-status.js'
import { openMappings, uploadFindings } from './learn-upload.js'
import { answerWords, keepsWords, vocabularyFindings } from './learn-vocabulary.js'
import { type KnownRecords, knownRecords } from './match/known-records.js'
import { listsOf, type Rows } from './match/rows.js'
import type { SlotPair } from './match/structure.js'
import { recordAt } from './match/subjects.js'
import { byValues, type KnownValues, knownValues, withKnown } from './match/values.js'
import { pagingFindings } from './paging-findings.js'
import { withoutMisread } from './read-back.js'
import { routeFinding, unclearRoute } from './route-findings.js'
import { type FoundRoute, findRoutes } from './routes.js'
import { withSettingsPart } from './settings-part.js'
import { factsOf, type Verdict, verdictsOf, withoutFaults } from './verdicts.js'
import { withWholeBody } from './whole-body.js'

/** What is known of a service. */
export interface Evidence {
  documents: readonly { root: JsonObject; from: Provenance }[]
  traffic: readonly { exchanges: readonly SeenExchange[]; from: Provenance }[]
  /** Deliveries of webhooks, as a receiver saved them. */
  deliveries?: readonly SavedDelivery[]
  /** What probes showed of behaviours. */
  conduct?: readonly ObservedConduct[]
}

export interface Learned {
  verdicts: Verdict[]
  /** What is not as the interface itself says, each with the rule that says it: `GRP-2: createGroup: created is at isNew`. */
  against: readonly string[]
  /** The mapping of an upload, where its form is open. */
  openMappings?: ReturnType<typeof openMappings>
  /** The entries of an erase, where the words for their kinds are open. */
  openKinds?: ReturnType<typeof openKinds>
}

/** What was learned last, for who learns again when a little more was seen. */
export interface Kept {
  /** The slots of operations, by their addresses. */
  slots: Map<string, { exchanges: number; slots: readonly LearnedSlot[] }>
  operations: KeptOperations
}

/**
 * What evidence says about every assumption of the ledger. Nothing that it does not prove becomes a fact. With `kept`, what was learned of an
 * operation stands until there is more evidence of that very operation, and no sources are named: enough to ask by, and much quicker.
 */
export function learn({ documents, traffic, deliveries = [], conduct = [] }: Evidence, kept?: Kept): Learned {
  const { wires, seen } = readOperations({ documents, traffic }, kept?.operations)
  const routes = findRoutes(wires)
  const found = withErasesOfTasks(routes.found.map(withWholeBody).map(withFileInJson).map(withSettingsPart))
  const chosen = askedOnes(found)
  const { slots: settled, slotsOf, known } = settledSlots(chosen, knownValues(found), kept)
  const slots = withDemandsOfOthers(settled, found.filter((each) => !chosen.includes(each)).flatMap(slotsOf))
  const findings = [
    ...found.flatMap(routeFinding),
    ...routes.unclear.map(unclearRoute),
    ...chosen.flatMap((each) =>
      slotFindings(each, slots, known).map((finding) => ({
        ...finding,
        wire: each.wire,
      })),
    ),
    ...pagingFindings(chosen),
    ...vocabularyFindings(found, slotsOf),
    ...[
      ...answerFindings(slots),
      ...refusalFindings(routes.found, wires),
      ...describedCodeFindings(wires),
      // What events carry changes no request.
      ...(kept ? [] : learnEvents({ documents: found.length > 0 ? documents : [], deliveries, known })),
    ].map((finding) => ({
      ...finding,
      wire: undefined,
    })),
  ]
  const readBack = (verdicts: Verdict[]) => {
    if (seen.length === 0) return verdicts
    const left = withoutMisread(verdicts, contractWith(factsOf(verdicts)), found)
    return left === verdicts ? verdicts : withoutFaults(left)
  }
  const contract = contractWith(factsOf(readBack(verdictsOf(findings, { withSources: false }))))
  const ofStatuses = chosen.flatMap((each) =>
    statusFindings(contract, each).map((finding) => ({ ...finding, wire: each.wire })),
  )
  const observed = [
    ...conduct,
    ...describedConduct(chosen, documents),
    ...seenConduct(contract, found),
    ...answerWords(found, slotsOf),
  ].filter((each) => keepsWords(each, found, slotsOf))
  const ofConduct = conductFindings(observed).map((finding) => ({ ...finding, wire: undefined }))
  const obeyed = withProvenScope(withObeyed(findings, contract, chosen), contract, { chosen, traffic })
  const wireOf = (id: OperationId) => chosen.find(({ operation }) => operation === id)?.wire
  const upload = wireOf('uploadFeedback')
  return {
    openMappings: upload && openMappings(upload),
    openKinds: openKinds(wireOf('eraseFeedback')?.body?.shape),
    verdicts: readBack(verdictsOf([...obeyed, ...ofStatuses, ...ofConduct], { withSources: !kept })),
    against: [...new Set(findings.flatMap(({ against }) => (against === undefined ? [] : [against])))],
  }
}

/** One route of each operation that was found: the one that the client asks, else the first. What others answer may be of another kind. */
function askedOnes(found: readonly FoundRoute[]): FoundRoute[] {
  return [...new Set(found.map(({ operation }) => operation))].map((operation) => {
    const own = found.filter((each) => each.operation === operation)
    return own.find(({ route }) => route === routeOf(rowOf(operation))) ?? own[0]!
  })
}

/** The slots of operations, each learned again with what the others are known to say; `slotsOf` learns those of other addresses. */
function settledSlots(chosen: readonly FoundRoute[], shown: KnownValues, kept: Kept | undefined) {
  const learnFirst = slotLearner(shown, kept?.slots)
  const first = chosen.flatMap(learnFirst)
  // What there is to ask by need not be all that is known, and is much quicker.
  if (kept) return { slots: withSharedWords(first), slotsOf: learnFirst, known: shown }
  const records = knownRecords(first)
  const known = withKnown(shown, records.values)
  const again = first.flatMap((slot) => (isOpen(slot) ? learnAgain(slot, known, records) : [slot]))
  return { slots: withSharedWords(again), slotsOf: slotLearner(known), known }
}

/** Returns a function that learns the slots of an address, and again only where it has more exchanges. */
function slotLearner(known: KnownValues, kept: Kept['slots'] = new Map()) {
  return (found: FoundRoute): LearnedSlot[] => {
    const { operation, wire } = found
    const address = `${operation} ${wire.method} ${wire.path}`
    const exchanges = wire.exchanges.length
    const last = kept.get(address)
    if (last?.exchanges === exchanges) return last.slots.map((slot) => ({ ...slot, found }))
    const slots = learnSlots(found, valueJudge(operation, known))
    kept.set(address, { exchanges, slots })
    return slots
  }
}

/** Whether a member of a slot that was seen is still open. */
function isOpen({ found, findings }: LearnedSlot): boolean {
  return found.wire.exchanges.length > 0 && findings.members.some(({ state }) => state !== 'seen')
}

function learnAgain({ found, slot }: LearnedSlot, known: KnownValues, records: KnownRecords): LearnedSlot[] {
  const { operation } = found
  const byValues = valueJudge(operation, known)!
  return learnSlot(found, slot, (path, ours, theirs, theirPath) => {
    return records.judge({ operation, slot, path, theirPath }, theirs) ?? byValues(path, ours, theirs, theirPath)
  })
}

/** What values say of pairs in an operation. */
export function valueJudge(operation: OperationId, known: KnownValues): SlotPair['byValues'] {
  const records = new Map<string, Pick<Rows, 'record'>>()
  return (path, ours, theirs) => {
    const { record } = getOrAdd(records, path, () => ({ record: recordAt(operation, 'result', listsOf(path)) }))
    return byValues(known, record, ours, theirs)
  }
}

function slotFindings(found: FoundRoute, slots: readonly LearnedSlot[], known: KnownValues): Finding[] {
  const slotsOf = slots.filter((slot) => slot.found === found)
  const members = slotsOf
    .flatMap((slot) => memberFindings(slot))
    .filter(({ path, fact }) => !isPagingPath(path) || fact)
  if (saysPlaceAlone(found))
    return [...members.filter((each) => each.seen?.slot !== 'result'), ...nothingSaid(found.operation)]
  const at = slotsOf.find(({ slot }) => slot === 'body')?.findings.at ?? ''
  const findings = WITH_FORMS[found.operation]?.(members, found.wire, { at, known }) ?? members
  return found.operation === 'eraseFeedback' ? eraseTaskFindings(found, findings) : findings
}

/** Operations whose requests teams write in forms that their members alone don't tell. */
const WITH_FORMS: Partial<Record<OperationId, (...known: Parameters<typeof eraseFindings>) => Finding[]>> = {
  uploadFeedback: (members, wire) => [...members, ...uploadFindings(wire)],
  eraseFeedback: eraseFindings,
  sendInvites: inviteFindings,
}
