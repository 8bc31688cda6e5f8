import type { Client } from '../../../client/client-types.js'
import type { ControlClient } from '../../../client/control.js'
import { ServiceError } from '../../../client/errors.js'
import { SCOPES, type Scope } from '../../../contract/scopes.js'
import { openProbe, type Probe, type ProbeSettings } from '../probe.js'
import { Broken, NotConfirmed } from '../rule.js'
import { openInvites } from './events.js'
import { items, push } from './pushing.js'
import { openReceiver, type Receiver } from './receiver.js'
import { createScene, type Made, post, type Scene, type Stage, success } from './stage.js'

/** Where rules that store something are looked at, one after the other. */
export interface Stages {
  /** An emulator shows what only its control API and clock make observable. */
  isEmulator: boolean
  /** Where rules that store nothing are looked at. Absent: where the key in use belongs. */
  ground?(): Promise<Ground>
  /** Looks at a rule on a stage, and clears away what that stage leaves. */
  on<T>(look: (stage: Stage) => Promise<T>): Promise<T>
  /** Erases what can be erased; resolves to what is left. */
  clear(): Promise<string[]>
}

/** Where something is there already. */
interface Ground {
  probe: Probe
  /** What the service did instead, where not all of it could be made. */
  lacking?: string
}

type ClientFor = (apiKey: string) => Client

/** How everything that a run makes is called. */
export const STAGE_NAME = 'inpk conformance'

function nothingMade(): Made {
  return { groups: [], sources: [], externalIds: [], plainItems: 0 }
}

/** A stage on top of a probe; names carry the moment of the run, so that no two runs share one. */
function openStage(probe: Probe, clientFor: ClientFor, run: string): Stage {
  let count = 0
  let scene: Promise<Scene> | undefined
  const stage: Stage = {
    probe,
    backstage: undefined,
    made: nothingMade(),
    unique(word) {
      count += 1
      return `${STAGE_NAME} ${run} ${word} ${count}`
    },
    probeWith(apiKey) {
      const client = clientFor(apiKey)
      return openProbe({ ...probe.settings, apiKey, client, clients: { all: client } })
    },
    scene() {
      scene ??= createScene(stage).catch((error: unknown) => {
        // Told once for what it is; for the rules that follow there is nothing to look at.
        if (!(error instanceof Broken)) throw error
        throw new NotConfirmed(`no source could be created to check (${error.message})`)
      })
      return scene
    },
  }
  return stage
}

/** An organisation of its own for each rule, on a frozen clock; it goes with everything in it. */
export function emulatorStages(
  settings: ProbeSettings,
  {
    control,
    dashboardUrl,
    clientFor,
    run,
  }: { control: ControlClient; dashboardUrl: string; clientFor: ClientFor; run: string },
): Stages {
  const probeOf = (ring: Record<Scope, string>) => {
    const clients = Object.fromEntries(SCOPES.map((scope) => [scope, clientFor(ring[scope])]))
    return openProbe({ ...settings, apiKey: ring.all, client: clients.all!, clients })
  }
  const name = `${STAGE_NAME} ${run}`
  const openOrganization = async () => {
    const body = { name, rate_limits: false, clock: { mode: 'frozen' as const } }
    const { org_id: orgId, keys } = await control.createOrganization({ body })
    const own = control.forOrganization(orgId)
    let receiver: Promise<Receiver> | undefined
    const stage = openStage(probeOf(keys.test), clientFor, run)
    stage.backstage = {
      control: own,
      orgId,
      dashboardUrl,
      live: probeOf(keys.live),
      receiver() {
        receiver ??= openReceiver()
        return receiver
      },
    }
    const close = async () => {
      await (await receiver)?.close()
      await own.deleteOrganization()
    }
    return { stage, close }
  }
  let ground: Awaited<ReturnType<typeof openOrganization>> | undefined
  return {
    isEmulator: true,
    async ground() {
      ground = await openOrganization()
      return layGround(ground.stage)
    },
    async on(look) {
      const { stage, close } = await openOrganization()
      try {
        return await look(stage)
      } finally {
        await close()
      }
    },
    async clear() {
      await ground?.close()
      return []
    },
  }
}

async function layGround(stage: Stage): Promise<Ground> {
  try {
    await openInvites(stage)
    success(await push(stage, [...items(stage, 2, { rating: 4 }), 'A plain text.']))
    return { probe: stage.probe }
  } catch (error) {
    const isOfService = [NotConfirmed, Broken, ServiceError].some((kind) => error instanceof kind)
    if (!isOfService) throw error
    return { probe: stage.probe, lacking: (error as Error).message }
  }
}

/** The test environment of a service: one stage for all rules. */
export function serviceStages(
  settings: ProbeSettings,
  { clientFor, run }: { clientFor: ClientFor; run: string },
): Stages {
  const stage = openStage(openProbe(settings), clientFor, run)
  return {
    isEmulator: false,
    on: (look) => look(stage),
    async clear() {
      const { groups, sources, externalIds, plainItems } = stage.made
      const unerased = await eraseAll(stage, externalIds)
      const left: [number, string][] = [
        [groups.length, 'groups'],
        [sources.length, 'sources'],
        [plainItems, 'items without an id'],
        [unerased, 'items that could not be erased'],
      ]
      return left.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`)
    },
  }
}

/** Few enough for a service whose limit is not ours. */
const IDS_PER_CALL = 100

async function eraseAll(stage: Stage, ids: readonly string[]): Promise<number> {
  let failed = 0
  for (let start = 0; start < ids.length; start += IDS_PER_CALL) {
    const external_ids = ids.slice(start, start + IDS_PER_CALL)
    const { status } = await post(stage, '/feedback/erase', { external_ids })
    if (status >= 300) failed += external_ids.length
  }
  return failed
}
