import { routeUrl } from '../../../client/route.js'
import { MOUNTS, type WireWords } from '../../../contract/operation.js'
import { recommendedWord } from '../../../contract/vocabulary.js'
import type { SeenExchange } from '../evidence/evidence.js'
import type { Probe } from '../probe/probe.js'
import { type ConductProbe, isRefused, isTaken, type Observed, refusalOf, rule, unclear } from './conduct.js'
import { IN_PUSH, markOf, newItem, ownFields, pushBody } from './own.js'

/** What groups of its own tell: the name of a group that exists is answered with that group, and makes none. */
export const GROUP_CONDUCT: readonly ConductProbe[] = [
  { behaviour: 'unknown-members', observe: sendUnknownMember },
  { behaviour: 'trimming', observe: trimName },
  { behaviour: 'group-names-exact', observe: changeCase },
  { behaviour: 'lone-surrogates', observe: sendLoneSurrogate },
  { behaviour: 'idempotency-everywhere', observe: reuseKey },
  { behaviour: 'answers-in-route-words', observe: askInBothWords },
]

interface AskedForGroup {
  seen: SeenExchange | undefined
  /** Whether it was made, as the answer says; undefined if it does not, or was refused. */
  created: boolean | undefined
  id: unknown
  name: unknown
}

/** Asks for a group by a name that may be new: if it is, the group stays, which is said. */
async function askForNew(probe: Probe, name: string): Promise<AskedForGroup> {
  const what = `the group "${name.toWellFormed()}"`
  probe.leave(what)
  const asked = await askForKnown(probe, name)
  const { seen, created } = asked
  // An answer of 5xx does not say that nothing was made.
  if (created === false || (seen && seen.status >= 400 && seen.status < 500)) probe.gone(what)
  return asked
}

/** Asks for a group by a name that was said to stay. */
async function askForKnown(probe: Probe, name: string, headers: Record<string, string> = {}): Promise<AskedForGroup> {
  const seen = await probe.trial('createGroup', { body: { name }, headers })
  const { created, survey_series_id: id, name: answered } = probe.payload('createGroup', seen)
  return { seen, created: typeof created === 'boolean' ? created : undefined, id, name: answered }
}

/** Whether the group of the probe is answered as one that exists, so that what is said of the next one tells something: asked once. */
async function isAnswered(probe: Probe): Promise<boolean> {
  const { found } = probe
  if (!found.isGroupMade) return false
  found.isGroupAnswered ??= (await askForKnown(probe, markOf(probe))).created === false
  return found.isGroupAnswered
}

const NO_ANSWER = 'a group that exists is not answered as one'

async function sendUnknownMember(probe: Probe): Promise<Observed | undefined> {
  if (!(await isAnswered(probe))) return unclear(NO_ANSWER)
  const seen = await probe.trial('createGroup', { body: { name: markOf(probe) } }, { inpk_probe_unknown: 'unknown' })
  if (isTaken(seen)) return rule('ignored')
  return isRefused(seen) ? rule('refused') : unclear(`an unknown member is answered with ${seen?.status}`)
}

async function trimName(probe: Probe): Promise<Observed | undefined> {
  if (!(await isAnswered(probe))) return unclear(NO_ANSWER)
  const { created } = await askForNew(probe, ` ${markOf(probe)} `)
  if (created === undefined) return unclear('a name with a space around it is not taken')
  return rule(created ? 'kept' : 'trimmed')
}

async function changeCase(probe: Probe): Promise<Observed | undefined> {
  if (!(await isAnswered(probe))) return unclear(NO_ANSWER)
  const name = markOf(probe).toUpperCase()
  const { created, id } = await askForNew(probe, name)
  if (created === undefined) return unclear('a name in capital letters is not taken')
  probe.found.otherName = name
  if (created && id !== undefined) probe.found.otherGroup = String(id)
  return rule(created ? 'exact' : 'without-case')
}

/** Where the text is taken, what it was stored as is the name of a group that exists from then on. */
async function sendLoneSurrogate(probe: Probe): Promise<Observed | undefined> {
  if (!(await isAnswered(probe))) return unclear(NO_ANSWER)
  const { seen, created, name } = await askForNew(probe, `${markOf(probe)} \ud800`)
  if (isRefused(seen)) return rule('refused')
  if (created !== true) return unclear('a name with a lone surrogate is answered as any other')
  if (typeof name === 'string') {
    return name === `${markOf(probe)} \ufffd`
      ? rule('replaced')
      : unclear('a lone surrogate comes back as something else')
  }
  const again = await askForKnown(probe, `${markOf(probe)} \ufffd`)
  return again.created === false ? rule('replaced') : unclear('what becomes of a lone surrogate is not shown')
}

/** A key that was used with another payload; the control is a push, of which the interface says that it is refused then. */
async function reuseKey(probe: Probe): Promise<Observed | undefined> {
  const { otherName } = probe.found
  if (otherName === undefined) return undefined
  const headers = { 'idempotency-key': `inpk-probe-${probe.now}-group` }
  const first = await askForKnown(probe, markOf(probe), headers)
  const second = await askForKnown(probe, otherName, headers)
  if (first.created !== false) return unclear(NO_ANSWER)
  if (second.created !== undefined) {
    return (await isReuseRefused(probe)) ? rule('pushes') : unclear('a key that was used is not refused for pushes')
  }
  return isReuse(probe, second.seen)
    ? rule('every-post')
    : unclear(`a key that was used is answered with ${second.seen?.status}`)
}

const isReuse = (probe: Probe, seen: SeenExchange | undefined) =>
  refusalOf(probe.contract(), seen) === 'IDEMPOTENCY_KEY_REUSED' || seen?.status === 409

/** Whether keys count for pushes: one that was used with another item is refused. A service may heed no key at all. */
async function isReuseRefused(probe: Probe): Promise<boolean> {
  const [field] = ownFields(probe)
  if (!field || !probe.knows(IN_PUSH)) return false
  const headers = { 'idempotency-key': `inpk-probe-${probe.now}-push` }
  const push = () => probe.trial('pushContent', { body: pushBody(field, [newItem(probe)]), headers })
  return isTaken(await push()) && isReuse(probe, await push())
}

/** The same group by the routes of either vocabulary, both of which are shown: what its identifier is called. */
async function askInBothWords(probe: Probe): Promise<Observed | undefined> {
  if (!(await isAnswered(probe))) return unclear(NO_ANSWER)
  const { routes } = probe.contract().rowOf('createGroup')
  const wordsAt = async (words: WireWords): Promise<WireWords | undefined> => {
    const route = routes.find((each) => each.words === words)!
    const path = routeUrl({ route, mount: MOUNTS[0], base: '', params: {}, query: {} })
    const seen = await probe.sendTrial({ method: route.method, path, body: JSON.stringify({ name: markOf(probe) }) })
    const text = isTaken(seen) ? JSON.stringify(seen.responseBody) : ''
    const [classic, recommended] = [`"${GROUP_ID}"`, `"${recommendedWord(GROUP_ID)}"`].map((key) => text.includes(key))
    if (classic === recommended) return undefined
    return classic ? 'classic' : 'recommended'
  }
  const [classic, recommended] = [await wordsAt('classic'), await wordsAt('recommended')]
  if (classic === undefined || recommended === undefined)
    return unclear('groups are answered in words of neither vocabulary')
  if (classic === recommended) return rule(classic)
  return classic === 'classic' ? rule('route') : unclear('each route answers in the words of the other')
}

const GROUP_ID = 'survey_series_id'
