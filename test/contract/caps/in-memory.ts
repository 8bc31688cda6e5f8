import { createMemoryFiles } from '../../../emulator/adapters/files-memory.js'
import { createApiRoutes } from '../../../emulator/api/api-routes.js'
import { countAgainstLimits } from '../../../emulator/api/limits.js'
import { eventQueue } from '../../../emulator/control/event-queue.js'
import type { Call } from '../../../emulator/core/call.js'
import { createEventStream } from '../../../emulator/core/event-stream.js'
import { emptyCounters, type Organization } from '../../../emulator/core/organization.js'
import { randomnessOf } from '../../../emulator/core/randomness-of.js'
import type { Service } from '../../../emulator/core/service.js'
import { type LoggedRequest, manualClock, requestLog } from '../../../emulator/index.js'
import { openOrganizations } from '../../../emulator/organizations/open-organizations.js'
import { put } from '../../../emulator/state/change.js'
import { emptyState } from '../../../emulator/state/initial.js'
import type { ApiKey } from '../../../emulator/state/state.js'
import { capsWith } from '../../../src/contract/caps.js'
import { DEFAULT_CONTRACT } from '../../../src/contract/facts/contract.js'
import { addUnknown, noUnknownMembers } from '../../../src/contract/unknown-members.js'
import { corporaHere } from '../../emulator/analyst.js'
import { START } from '../../emulator/service.js'
import type { Driver } from './driven.js'

const MOST = 5

/** What an emulator holds in memory alone, where no answer shows it. */
export const IN_MEMORY = {
  requestCharacters: {
    most: 1_000,
    atMost: (most) => most,
    begin: (most) => {
      const log = requestLog(capsWith({ requestCharacters: most }))
      return {
        add: () => log.add({ requestBody: 'x', responseBody: null } as LoggedRequest),
        held: () => log.list().filter(({ requestBody }) => requestBody !== null).length,
      }
    },
  },
  countedAddresses: {
    most: MOST,
    begin: (most) => {
      const addressWindows = new Map()
      const state = emptyState()
      state.organization.rateLimits = true
      const clock = manualClock(START)
      const service = {
        addressWindows,
        clock,
        settings: { contract: DEFAULT_CONTRACT, caps: capsWith({ countedAddresses: most }) },
      }
      return {
        add: (number) =>
          countAgainstLimits(
            {
              organization: { store: { state }, counters: emptyCounters() },
              request: { remoteAddress: `10.0.0.${number}` },
              service,
            } as unknown as Call,
            createApiRoutes(DEFAULT_CONTRACT),
          ),
        held: () => addressWindows.size,
      }
    },
  },
  foundKeys: {
    most: MOST,
    begin: async (most) => {
      const shared = { contract: DEFAULT_CONTRACT, caps: capsWith({ foundKeys: most }), analyst: corporaHere() }
      const organizations = await openOrganizations(
        { folder: 'orgs', files: createMemoryFiles(), now: () => START },
        shared,
      )
      const [first, second] = [await organizations.create(), await organizations.create()]
      let searches = 0
      const counting = {
        getOwnPropertyDescriptor() {
          searches += 1
          return undefined
        },
      }
      Object.assign(first.store.state, { keys: new Proxy({}, counting) })
      const find = (number: number) => organizations.holderOfKey(`key-${number}`) === second.id
      let added = 0
      return {
        async add(number) {
          added = number + 1
          const row = { id: `key-${number}`, createdAt: 0 } as ApiKey
          const change = put('keys', row.id, row)
          await second.store.commit({ at: 0, operation: 'test', summary: 'a key', changes: [change] }).durable
          if (!find(number)) throw new Error('the key is not found')
        },
        // The latest first: each that is looked for takes the place of the one asked for longest ago.
        held() {
          searches = 0
          for (let number = added - 1; number >= 0; number -= 1) find(number)
          return added - searches
        },
      }
    },
  },
  randomSeeds: {
    most: MOST,
    begin: (most) => {
      const streams = new Map()
      const organization = {
        id: 1,
        randomStreams: streams,
        store: { seq: 1, state: emptyState() },
        caps: capsWith({ randomSeeds: most }),
      }
      return {
        add: (number) => randomnessOf(organization as unknown as Organization, {} as Service, number),
        held: () => streams.size,
      }
    },
  },
  streamReaders: {
    most: MOST,
    begin: (most) => {
      const feed = createEventStream(most)
      let called = 0
      return {
        add() {
          const stop = feed.subscribe(
            () => (called += 1),
            () => stop(),
          )
        },
        held() {
          called = 0
          feed.publish({ kind: 'request', entry: {} as LoggedRequest })
          return called
        },
      }
    },
  },
  streamEvents: {
    most: MOST,
    begin: (most) => {
      let queue = eventQueue('o', most)
      return {
        add: () => queue.push('x'),
        async held() {
          const { value } = await queue[Symbol.asyncIterator]().next()
          queue = eventQueue('o', most)
          for (const text of value as string) queue.push(text)
          return (value as string).length
        },
      }
    },
  },
  hints: {
    begin: () => {
      const list = noUnknownMembers()
      return { add: (number) => addUnknown(list, `member_${number}`), held: () => list.named.length }
    },
  },
} satisfies Record<string, Driver>
