import { emptyCorpus, summarise } from '../analysis/index.js'
import { timeOf } from '../rules/clock.js'
import type { IdSource } from '../state/ids.js'
import type { Call } from './call.js'
import type { Context } from './decision.js'
import { countInSource } from './monitor-counts.js'

/** What the handler of a call may look at. */
export function contextOf(call: Call, ids: IdSource): Context {
  const { organization, service, match } = call
  const { state, items } = organization.store
  return {
    state,
    items,
    ids,
    values: organization.overrides.values,
    caps: organization.caps,
    told: organization.overrides.told,
    now: timeOf(state.clock, service.clock.now()),
    key: call.key!,
    words: match!.route.words,
    mount: match!.mount,
    baseUrl: service.baseUrl,
    idempotent: call.request.headers['idempotency-key'] !== undefined,
    busy: call.busy,
    upload: call.upload,
    linkBase: service.dashboardUrl,
    relaysMail: service.relay !== undefined,
    blob: (name) => organization.store.blob(name),
    analyse: async (sourceId, days) => {
      const pass = state.analyses[sourceId]
      if (!pass) return summarise(emptyCorpus())
      return days ? organization.analysis.part(pass, items, days) : organization.analysis.summary(pass, items)
    },
    countMatches: (sourceId, days) =>
      countInSource({ state, items, matches: organization.analysis.matches }, sourceId, days),
    itemsOfTheme: async (sourceId, query) => {
      const pass = state.analyses[sourceId]
      return pass ? organization.analysis.itemsOfTheme(pass, items, query) : []
    },
    hint: (text) => void call.hints.push(text),
  }
}
