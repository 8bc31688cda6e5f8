import { createControlClient } from '../src/client/control.js'
import type { WireRequest } from '../src/contract/wire.js'
import { inProcess } from './client/in-process.js'
import { createOrganizationHandle } from './client/organization-handle.js'
import type { Host } from './core/exchange.js'
import type { Service } from './core/service.js'
import type { Emulator } from './index.js'
import type { KeyTable } from './organizations/create-organization.js'

/** Lets calls into an emulator until it is closed. */
export interface Gate {
  /** Closes without a fault: nothing can be written any more, as after a kill, or once another emulator has the data directory. */
  lose(): Promise<void>
  /** Throws from the first close on: by then another emulator may hold the data directory. */
  requireOpen(): void
  close(): Promise<void>
}

/** Whether an emulator may still write: `check` rejects from `end` on. */
export interface Life {
  check(): Promise<void>
  end(): void
}

/** A life that lasts until it is ended, or until `check` rejects: that of the lock of a data directory. */
export function createLife(check: () => Promise<void>): Life {
  let ended = false
  return {
    async check() {
      if (ended) throw new Error('this emulator was killed')
      await check()
    },
    end() {
      ended = true
    },
  }
}

/** A gate that is open until it is closed, once, by `work`. */
export function createGate(work: () => Promise<void>): Gate {
  let done: Promise<void> | undefined
  return {
    lose() {
      done ??= work().catch(() => undefined)
      return done
    },
    requireOpen() {
      if (!done) return
      const message = 'this emulator is closed; start a new one with startEmulator'
      // To a client it is what a server that has gone is.
      throw Object.assign(new Error(message), { code: 'ECONNREFUSED' })
    },
    close() {
      done ??= work()
      return done
    },
  }
}

/** Closes once the lock of the data directory is lost, also where that was before this call; `onLost` is called afterwards. */
export function closeOnceLost(gate: Gate, lost: AbortSignal, onLost?: () => void): void {
  const lose = () => void gate.lose().then(onLost)
  if (lost.aborted) lose()
  else lost.addEventListener('abort', lose, { once: true })
}

/** Key strings of the default organisation, and of those this start created. */
export interface InitialKeys {
  isNew: boolean
  newKeys: Record<string, KeyTable>
  apiKeys: KeyTable | undefined
}

/** The emulator as its caller holds it. */
export function createHandle(
  { organizations, jobs, addresses: { baseUrl, dashboardUrl }, settings: { contract } }: Service,
  answer: Host,
  { isNew, newKeys, apiKeys }: InitialKeys,
  { requireOpen, close, lose }: Gate,
  { life, certificate }: { life: Life; certificate: string | undefined },
): Emulator {
  const transport = inProcess(dashboardUrl, answer)
  const handle = async (request: WireRequest) => {
    requireOpen()
    return transport(request)
  }
  return {
    baseUrl,
    dashboardUrl,
    handle,
    ...(certificate === undefined ? {} : { certificate }),
    control: createControlClient({ dashboardUrl, transport: handle, certificate }),
    async createOrganization(settings = {}) {
      requireOpen()
      return createOrganizationHandle({ baseUrl, dashboardUrl, handle, facts: contract, certificate }, settings)
    },
    get apiKeys() {
      if (apiKeys) return apiKeys
      throw new Error('the keys of this data directory are random; they were shown when it was made')
    },
    isNew,
    newKeys,
    recovered: organizations.opened().flatMap((organization) => organization.store.recovered?.messages ?? []),
    async idle() {
      requireOpen()
      await jobs.wakeAll()
      for (const organization of organizations.opened()) await jobs.settle(organization)
    },
    close,
    kill() {
      life.end()
      return lose()
    },
  }
}
