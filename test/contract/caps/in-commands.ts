import { openSync, readdirSync, statSync, utimesSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { LoggedRequest } from '../../../emulator/index.js'
import { cappedLog } from '../../../src/cli/capped-log.js'
import type { Factory } from '../../../src/cli/factory.js'
import { type Pacer, sharedPacer } from '../../../src/client/pacer.js'
import { createRecorder } from '../../../src/commands/emulator/exec/recorder.js'
import { createMemoryJournal } from '../../../src/commands/push/dry-run.js'
import { createMovedFiles } from '../../../src/commands/push/moved-files.js'
import { deliveryQueue } from '../../../src/commands/webhooks/listen/delivery-queue.js'
import { openListener } from '../../../src/commands/webhooks/listen/open-listener.js'
import { takeDelivery } from '../../../src/commands/webhooks/listen/take-delivery.js'
import { DELIVERY_HEADERS } from '../../../src/contract/events.js'
import { forgetRuns } from '../../../src/ingest/push/journal/forget-runs.js'
import { encodePushRecord } from '../../../src/ingest/push/journal/records.js'
import { readProgress, writeProgress } from '../../../src/ingest/push/journal/sent-progress.js'
import type { PushSummary } from '../../../src/ingest/push/summary.js'
import type { SeenDelivery } from '../../../src/ui/listen-display.js'
import { NOTHING_SEEN, withRequest } from '../../../src/ui/live-state.js'
import { sign } from '../../../src/webhooks/signature.js'
import { scratchFolder } from '../../commands/scratch.js'
import type { Driver } from './driven.js'

const MOST = 5

const hex = (number: number) => number.toString(16).padStart(40, '0')

/** A folder of records in which each file is a second younger than the one before. */
function records(
  fileOf: (number: number) => { name: string; text: string },
  kept: (most: number) => Parameters<typeof forgetRuns>[2],
) {
  return (most: number) => {
    const folder = scratchFolder()
    return {
      async add(number: number) {
        const { name, text } = fileOf(number)
        writeFileSync(join(folder, name), text)
        utimesSync(join(folder, name), number, number)
        await forgetRuns(folder, 0, kept(most))
      },
      held: () => readdirSync(folder).length,
    }
  }
}

async function listening() {
  const environment = { now: () => 0, cwd: '/' }
  const factory = { environment, settingsUnsaid: async () => ({}) } as unknown as Factory
  const none = { forwardTo: undefined, header: [], save: undefined, respond: undefined, times: undefined }
  const desk = await openListener(none, { factory, secrets: async () => ['secret'], certificate: undefined })
  const body = Buffer.from('{}')
  const signature = sign('secret', body)
  const add = (number: number) => {
    const named = { [DELIVERY_HEADERS.delivery]: `dlv_${number}`, [DELIVERY_HEADERS.signature]: signature }
    const headers = Object.fromEntries(Object.entries(named).map(([name, value]) => [name.toLowerCase(), value]))
    return takeDelivery(desk, { path: '/', rawHeaders: [], headers, body })
  }
  return { desk, add }
}

/** What the commands keep: in files of the user's, and in memory while they run. */
export const IN_COMMANDS = {
  logBytes: {
    most: 1_000,
    atMost: (most) => most,
    begin: (most) => {
      const path = join(scratchFolder(), 'emulator.log')
      const fd = openSync(path, 'a')
      const write = async (text: string | Uint8Array) => void writeSync(fd, text as string)
      const log = cappedLog({ isTerminal: false, columns: () => undefined, write }, path, most)
      return { add: () => log.write('x'), held: () => statSync(path).size }
    },
  },
  pushRecords: {
    most: MOST,
    begin: records(
      (number) => ({
        name: `${hex(number)}.jsonl`,
        text: encodePushRecord({ type: 'end', summary: {} as PushSummary }),
      }),
      (most) => ({ records: most, notes: 1 }),
    ),
  },
  pushNotes: {
    most: MOST,
    begin: records(
      (number) => ({ name: `${['last', 'taken'][number % 2]}-${hex(number)}.json`, text: '{"runs":{},"open":false}' }),
      (most) => ({ records: 1, notes: most }),
    ),
  },
  runsOfFile: {
    begin: () => {
      const journal = createMemoryJournal()
      const origin = { path: '/a.csv', id: '1', watched: false }
      return {
        add: (number) => writeProgress(journal, origin, 'key', { run: hex(number), size: number, sha256: hex(number) }),
        held: async () => (await readProgress(journal, origin.path))!.runs.key!.length,
      }
    },
  },
  movedFiles: {
    most: MOST,
    begin: (most) => {
      const folder = scratchFolder()
      let shown = 0
      const line = async () => {
        shown += 1
      }
      const screen = { style: { yellow: (text: string) => text }, line } as unknown
      const moved = createMovedFiles('in', screen as Parameters<typeof createMovedFiles>[1], most)
      const put = (number: number) => {
        const path = join(folder, `${number}.csv`)
        writeFileSync(path, 'x')
        moved.add({ path, name: path, state: '0:0', movedAt: 0 })
      }
      let added = 0
      return {
        add: (number) => {
          added = number + 1
          put(number)
        },
        // Who was told of is not checked again.
        async held() {
          shown = 0
          await moved.checkAll()
          const found = shown
          for (let number = Math.max(0, added - most); number < added; number += 1) put(number)
          return found
        },
      }
    },
  },
  pacedKeys: {
    begin: () => {
      const clock = { now: () => 0, monotonic: () => 0, sleep: async () => {} }
      const pacers: Pacer[] = []
      const pacerOf = (number: number) => sharedPacer(clock, undefined, { origin: 'http://a', apiKey: String(number) })
      return {
        add: (number) => void pacers.push(pacerOf(number)),
        // The latest first: each that is looked for takes the place of the one used longest ago.
        held: () => pacers.toReversed().filter((pacer, at) => pacerOf(pacers.length - 1 - at) === pacer).length,
      }
    },
  },
  heardDeliveries: {
    begin: async () => {
      const { desk, add } = await listening()
      return { add, held: () => desk.seen.deliveries.size }
    },
  },
  heardBodies: {
    begin: async () => {
      const { desk, add } = await listening()
      return { add, held: () => desk.seen.bodies.length }
    },
  },
  unprintedDeliveries: {
    begin: () => {
      const queue = deliveryQueue()
      let answered = 0
      return {
        add: () => void queue.put({} as SeenDelivery).then(() => (answered += 1)),
        held: async () => new Promise(setImmediate).then(() => answered),
      }
    },
  },
  shownRows: {
    begin: () => {
      let state = NOTHING_SEEN
      return {
        add: (number) => {
          state = withRequest(state, { id: String(number), orgId: '1', responseHeaders: {} } as LoggedRequest)
        },
        held: () => state.requests.length,
      }
    },
  },
  recordedUses: {
    begin: () => {
      const recorder = createRecorder()
      return {
        add: (number) => recorder.hear({ orgId: String(number), event: 'deleted' }),
        held: () => recorder.deleted.size,
      }
    },
  },
} satisfies Record<string, Driver>
