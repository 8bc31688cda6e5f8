import type { WireWords } from '../../src/contract/operation.js'
import { emptyCorpus, summariseCorpus } from '../analysis/index.js'
import { timeOf } from '../rules/clock.js'
import { idSource } from '../state/ids.js'
import type { ApiKey } from '../state/state.js'
import { partNameOf, type RoutedCall } from './call.js'
import type { Context, UploadedFile } from './decision.js'
import { envelopeAt } from './envelope.js'
import { countInSource } from './monitor-counts.js'
import type { Organization } from './organization.js'
import type { Service } from './service.js'

/** What a handler learns of the request beside its input. */
export interface Caller {
  /** None on an open route, and where the dashboard reads. */
  key: ApiKey | undefined
  words: WireWords
  mount: string
  idempotent: boolean
  busy: boolean
  taskDelayMs: number
  upload: UploadedFile | undefined
  hint(text: string): void
}

/** The caller behind a call. */
export function callerOf(call: RoutedCall): Caller {
  const { key, match, request, busy, taskDelayMs, files, hints } = call
  const filePart = partNameOf(call, 'file')
  return {
    key,
    words: match.route.words,
    mount: match.mount,
    idempotent: request.headers['idempotency-key'] !== undefined,
    busy,
    taskDelayMs,
    upload: files.find(({ part }) => part === filePart),
    hint: (text) => void hints.push(text),
  }
}

/** What a handler may look at: the organisation as it is now, and the caller. */
export function contextOf(organization: Organization, service: Service, caller: Caller): Context {
  const { key, words, mount, idempotent, busy, taskDelayMs, upload, hint } = caller
  const { contract, caps, analysis, store } = organization
  const { state, items } = store
  const now = timeOf(state.clock, service.clock.now())
  return {
    // One by one: an object that begins with a spread takes ten times as long to make.
    words,
    mount,
    idempotent,
    busy,
    taskDelayMs,
    upload,
    hint,
    requireKey() {
      if (!key) throw new Error('a handler asked for the key of a caller that has none')
      return key
    },
    state,
    items,
    ids: idSource(state),
    contract,
    values: contract.values,
    caps,
    description: contract.description,
    envelope: envelopeAt(now, service.settings, state.organization),
    now,
    baseUrl: service.addresses.baseUrl,
    linkBase: service.addresses.dashboardUrl,
    relaysMail: service.relay !== undefined,
    blob: (name) => organization.store.blob(name),
    analyse: async (sourceId, days) => {
      const pass = state.analyses[sourceId]
      if (!pass) return summariseCorpus(emptyCorpus())
      return days ? analysis.part(pass, items, days) : analysis.summary(pass, items)
    },
    countMatches: (sourceId, days) => countInSource({ state, items, matches: analysis.matches }, sourceId, days),
    itemsOfTheme: async (sourceId, query) => {
      const pass = state.analyses[sourceId]
      return pass ? analysis.itemsOfTheme(pass, items, query) : []
    },
  }
}
