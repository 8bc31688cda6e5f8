import type { Emulator, LoggedRequest, OrganizationEvent } from '../../emulator/index.js'
import { canAsk } from '../cli/ask.js'
import type { Factory } from '../cli/factory.js'
import type { ControlClient } from '../client/control.js'
import { Interrupted } from '../terminal/failure.js'
import { printableLine } from '../terminal/printable.js'
import { followOrganizations, withEvent } from './live-follow.js'
import { eachPressed, type LiveAction, type Pressed, press } from './live-keys.js'
import { type LiveState, NOTHING_SEEN, withRequest } from './live-state.js'
import { loadDrawing } from './load-drawing.js'

const saying =
  (said: string): Change =>
  (state) => ({ ...state, said })

/** What a person sees of a running emulator on a terminal. */
export interface LiveView {
  request(entry: LoggedRequest): void
  event(event: OrganizationEvent): void
  say(text: string): void
  /** Resolves when the person ends it; rejects with `Interrupted` at Ctrl-C. */
  ended: Promise<void>
  close(): void
}

/** More often than this nothing is drawn. */
const DRAW_MS = 50

/**
 * The live view of an emulator, where someone sits at a terminal that may be drawn on; undefined elsewhere. `data` is the
 * data folder that commands must name, if they must; `onFailure` is called
 * when nothing can be drawn any more; the emulator continues.
 */
export async function openLiveView(
  factory: Factory,
  emulator: Pick<Emulator, 'control' | 'baseUrl' | 'dashboardUrl'>,
  data: string | undefined,
  onFailure: (error: Error) => void,
): Promise<LiveView | undefined> {
  const { screen, environment } = factory
  const { node: output } = environment.stderr
  if (!screen.draws || factory.globals.quiet || !canAsk(factory) || !output || !environment.stdin.node) return undefined
  const { renderLiveView } = await loadDrawing(() => import('./ink-live-view.js'))
  const gone = new AbortController()
  const { promise: ended, end, interrupt } = ending()
  const stale = new Set<string>()
  const title = `inpk emulator  ${emulator.baseUrl}  dashboard ${emulator.dashboardUrl}`
  let state: LiveState = { ...NOTHING_SEEN, data }
  const update = sparingly(
    (waitMs) => environment.sleep(waitMs, gone.signal),
    () => drawn.show(state),
  )
  const set = (change: (before: LiveState) => LiveState) => {
    state = change(state)
    update()
  }
  const say = (text: string) => set((before) => ({ ...before, said: printableLine(text) }))
  const onPress = (pressed: Pressed) => {
    const { state: next, action } = press(state, pressed)
    set(() => next)
    if (action?.kind === 'end') end()
    else if (action?.kind === 'interrupt') interrupt()
    else if (action) doAction(emulator.control, action, state).then(set, (error: Error) => say(error.message))
  }
  const onInput = (pressed: Pressed) => eachPressed(pressed).forEach(onPress)
  const drawn = renderLiveView({ title, onPress: onInput, onFailure }, state, { input: environment.stdin.node, output })
  const sleep = (waitMs: number) => environment.sleep(waitMs, gone.signal)
  const following = { control: emulator.control, state: () => state, update: set, sleep }
  followOrganizations(following, stale).catch((error: Error) => gone.signal.aborted || say(error.message))
  return {
    request: (entry) => set((before) => withRequest(before, entry)),
    event: (event) => set((before) => withEvent(before, event, stale)),
    say,
    ended,
    close() {
      gone.abort()
      drawn.close()
    },
  }
}

/** Calls `draw` soon, however often it is asked. */
function sparingly(sleep: (waitMs: number) => Promise<void>, draw: () => void): () => void {
  let isDue = false
  return () => {
    if (isDue) return
    isDue = true
    sleep(DRAW_MS).then(
      () => {
        isDue = false
        draw()
      },
      () => {},
    )
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

type Change = (state: LiveState) => LiveState

/** Does what a key asked of the emulator; gives what the view makes of it. Rejects as the control client does. */
async function doAction(control: ControlClient, action: LiveAction, { clock }: LiveState): Promise<Change> {
  switch (action.kind) {
    case 'advance': {
      // The package that reads durations is loaded when one is typed.
      const { parseDuration } = await import('../base/durations.js')
      if (parseDuration(action.by) === undefined) return saying(`"${action.by}" is not a duration; write 6h or 2d.`)
      const { fired } = await control.forOrganization(action.orgId).advanceClock({ body: { by: action.by } })
      return saying(`Advanced by ${action.by}; ${fired.length === 0 ? 'nothing was due' : `${fired.length} fired`}.`)
    }
    case 'resend': {
      const { id } = await control.forOrganization(action.orgId).redeliver({ params: { id: action.id } })
      return saying(`Resent as ${id}.`)
    }
    case 'turn-clock': {
      const mode = clock?.mode === 'frozen' ? 'real' : 'frozen'
      await control.forOrganization(action.orgId).setClock({ body: { mode } })
      return saying(mode === 'frozen' ? 'Clock frozen.' : 'Clock running.')
    }
    case 'open': {
      const record = await control.forOrganization(action.orgId).getRequest({ params: { id: action.id } })
      return (state) => (state.opened?.id === action.id ? { ...state, opened: { ...state.opened, record } } : state)
    }
    case 'show-org': {
      const { org_id: id, name, clock: own } = await control.forOrganization(action.orgId).getOrganization()
      return (state) => ({ ...state, org: { id, name }, clock: own, selected: 0 })
    }
    default:
      return (state) => state
  }
}
