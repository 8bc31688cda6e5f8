import type { Emulator, LoggedRequest } from '../../emulator/index.js'
import { canAsk } from '../cli/ask.js'
import type { Factory } from '../cli/factory.js'
import { Interrupted } from '../cli/failure.js'
import { printableLine } from '../cli/printable.js'
import { type ControlClient, createControlClient } from '../client/control.js'
import type { StreamData } from '../contract/control/stream.js'
import { type Deed, press } from './live-keys.js'
import { type LiveState, NOTHING_SEEN, withDelivery, withRequest } from './live-state.js'

/** What a person sees of a running emulator on a terminal. */
export interface LiveView {
  request(entry: LoggedRequest): void
  say(text: string): void
  /** Resolves when the person ends it; rejects with `Interrupted` at Ctrl-C. */
  ended: Promise<void>
  close(): Promise<void>
}

/** More often than this nothing is drawn. */
const DRAW_MS = 50
const SOURCES_MS = 1_000

/** The live view of an emulator, where somebody sits at a terminal that may be drawn on; undefined elsewhere. */
export async function openLiveView(factory: Factory, emulator: Emulator, title: string): Promise<LiveView | undefined> {
  const { screen, world } = factory
  const { node: output } = world.stderr
  if (!screen.draws || factory.globals.quiet || !canAsk(factory) || !output || !world.stdin.node) return undefined
  const { renderLiveView } = await import('./ink-live-view.js')
  const control = createControlClient({ dashboardUrl: emulator.dashboardUrl, transport: emulator.handle })
  const gone = new AbortController()
  const { promise: ended, end, interrupt } = ending()
  let state = NOTHING_SEEN
  let isDue = false
  const set = (next: LiveState) => {
    state = next
    if (isDue) return
    isDue = true
    void world.sleep(DRAW_MS, gone.signal).then(
      () => {
        isDue = false
        drawn.show(state)
      },
      () => {},
    )
  }
  const say = (text: string) => set({ ...state, said: printableLine(text) })
  const onPress = (pressed: Parameters<typeof press>[1]) => {
    const { state: next, deed } = press(state, pressed)
    set(next)
    if (deed?.kind === 'end') end()
    else if (deed?.kind === 'interrupt') interrupt()
    else if (deed) doDeed(control, deed, state).then(say, (error: Error) => say(error.message))
  }
  const drawn = renderLiveView({ title, onPress }, state, { input: world.stdin.node, output })
  void follow({ control, factory, signal: gone.signal, update: (change) => set(change(state)), say })
  return {
    request: (entry) => set(withRequest(state, entry)),
    say,
    ended,
    async close() {
      gone.abort()
      await drawn.close()
    },
  }
}

function ending() {
  let end = () => {}
  let interrupt = () => {}
  const promise = new Promise<void>((resolve, reject) => {
    end = resolve
    interrupt = () => reject(new Interrupted('SIGINT'))
  })
  promise.catch(() => {})
  return { promise, end, interrupt }
}

async function doDeed(control: ControlClient, deed: Deed, { clock }: LiveState): Promise<string> {
  if (deed.kind === 'advance') {
    const { fired } = await control.advanceClock({ body: { by: deed.by } })
    return `Advanced by ${deed.by}; ${fired.length === 0 ? 'nothing was due' : `${fired.length} fired`}.`
  }
  if (deed.kind === 'resend') return `Sent once more as ${(await control.redeliver({ params: { id: deed.id } })).id}.`
  const mode = clock?.mode === 'frozen' ? 'real' : 'frozen'
  await control.setClock({ body: { mode } })
  return mode === 'frozen' ? 'The clock stands still.' : 'The clock runs.'
}

interface Following {
  control: ControlClient
  factory: Factory
  signal: AbortSignal
  update(change: (state: LiveState) => LiveState): void
  say(text: string): void
}

/** Deliveries and the clock as they come; sources are read again after changes, once a second at most. */
async function follow({ control, factory, signal, update, say }: Following): Promise<void> {
  let isStale = true
  const refresh = async () => {
    for (; !signal.aborted; await factory.world.sleep(SOURCES_MS, signal)) {
      const clock = await control.getClock()
      update((state) => ({ ...state, clock }))
      if (!isStale) continue
      isStale = false
      const { items } = await control.listGroupSources({ query: { limit: '200' } })
      update((state) => ({ ...state, sources: items.flatMap(({ sources }) => sources) }))
    }
  }
  const listen = async () => {
    for await (const { event, data } of control.streamEvents(signal)) {
      const value = JSON.parse(data)
      if (event === 'change' || event === 'reload') isStale = true
      if (event === 'delivery') update((state) => withDelivery(state, value as StreamData<'delivery'>))
      if (event === 'clock') update((state) => ({ ...state, clock: value as StreamData<'clock'> }))
    }
  }
  const { items } = await control.listDeliveries({ query: { limit: '50' } })
  for (const delivery of items.toReversed()) update((state) => withDelivery(state, delivery))
  await Promise.all([refresh(), listen()]).catch((error: Error) => signal.aborted || say(error.message))
}
