import type { Factory } from '../../cli/factory.js'
import { type Exchange, readHar, UnreadableHarError } from '../../har/index.js'
import { ofTheService, seenExchange, serviceHost } from '../../truth/learn/evidence/from-har.js'
import type { SavedRequest } from '../../webhooks/tools.js'
import { dayOf, type Gathered, NOTHING, type Source, today } from './gathered.js'
import { deliveryOf } from './saved-deliveries.js'
import { listed, unknownSource } from './unknown-source.js'

/** The evidence in a HAR file, by its path or its bytes: exchanges with the service, and deliveries that a receiver took. */
export async function readHarFile(source: string | Uint8Array, from: string, factory: Factory): Promise<Gathered> {
  const all: Exchange[] = []
  let damaged = 0
  try {
    for await (const each of readHar(source, { onDamage: () => (damaged += 1) })) all.push(each)
  } catch (error) {
    if (!(error instanceof UnreadableHarError)) throw error
    throw unknownSource(from, `can't be read: ${error.message}`)
  }
  if (damaged > 0) await factory.screen.warn(`${from}: ${damaged} of its entries can't be read, and show nothing`)
  const saved = all.flatMap((each) => deliveryOf(each) ?? [])
  const asked = all.filter((each) => deliveryOf(each) === undefined)
  const host = await hostOf(asked, from, factory)
  const own = ofTheService(asked, host)
  const times = (own.length > 0 ? own : all).flatMap(({ startedAt }) => startedAt ?? [])
  const latest = times.reduce((a, b) => Math.max(a, b), 0)
  const at = latest === 0 ? today(factory) : dayOf(latest)
  const received = saved.length > 0 ? savedIn(saved, from, at) : NOTHING
  if (own.length === 0 && saved.length > 0) return received
  const left = asked.length - own.length
  return {
    ...received,
    traffic: [{ exchanges: own.map(seenExchange), from: { from, kind: 'traffic' } }],
    sources: [
      { from, kind: 'traffic', count: own.length, left_out: left, ...(host === undefined ? {} : { host }), at },
      ...received.sources,
    ],
  }
}

/** The host of a recording that is the service. Refuses to choose among several, and says where it is not the one in use. */
async function hostOf(asked: readonly Exchange[], from: string, factory: Factory): Promise<string | undefined> {
  const { baseUrl, emulator } = await factory.settingsUnsaid()
  const { origin, rivals } = serviceHost(asked, baseUrl.value)
  if (origin !== undefined && rivals.length > 0) {
    const why = `holds exchanges with several hosts that may be the service: ${listed([origin, ...rivals])}`
    throw unknownSource(from, why, 'Choose one with --base-url.')
  }
  const isChosen = baseUrl.origin !== 'default' && !emulator
  if (isChosen && origin !== undefined && origin !== new URL(baseUrl.value).origin) {
    await factory.screen.caution(
      `${from} was recorded at ${origin}, and ${baseUrl.origin} is ${baseUrl.value}; check that both are the same service`,
    )
  }
  return origin
}

/** Deliveries as a source of evidence. */
export function savedIn(requests: readonly SavedRequest[], from: string, at: string): Gathered {
  const source: Source = { from, kind: 'deliveries', count: requests.length, left_out: 0, at }
  const deliveries = requests.map((request) => ({ request, from: { from, kind: 'deliveries' as const } }))
  return { ...NOTHING, deliveries, sources: [source] }
}
