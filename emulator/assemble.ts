import type { Lock } from '../src/base/lock.js'
import { createControlClient } from '../src/client/control.js'
import { capsWith } from '../src/contract/caps.js'
import { parseTime } from '../src/contract/times.js'
import type { WireRequest } from '../src/contract/wire.js'
import { threadAnalyst } from './adapters/analyst.js'
import { guardFiles } from './adapters/files-guarded.js'
import { createMemoryFiles } from './adapters/files-memory.js'
import { createRealFiles } from './adapters/files-real.js'
import { realClock } from './adapters/process-clock.js'
import { systemRandomness } from './adapters/randomness.js'
import { sendWebhook } from './adapters/send-webhook.js'
import { answerApi } from './api/answer-api.js'
import { inProcess } from './client/in-process.js'
import { createOrganizationHandle } from './client/organization-handle.js'
import { CONTROL_HANDLERS } from './control/index.js'
import { newsOnWire } from './control/stream-events.js'
import { addressesOf } from './core/addresses.js'
import type { Reply, ServerRequest } from './core/exchange.js'
import { requireOptions } from './core/options.js'
import type { Organization } from './core/organization.js'
import { requireOverrides } from './core/overrides/read-overrides.js'
import { routesOf } from './core/routes.js'
import type { MailRelay, Service, ServiceSettings } from './core/service.js'
import { answerDashboard } from './dashboard/answer-dashboard.js'
import { type Gate, gate } from './gate.js'
import type { Emulator, EmulatorOptions } from './index.js'
import { mailRelay } from './jobs/mail-relay.js'
import { jobRunner } from './jobs/runner.js'
import { applyToExisting } from './organizations/apply-start-options.js'
import { bearOrganization, bornKeys, findBornKeys, type KeyTable } from './organizations/create-organization.js'
import { openOrganizations } from './organizations/open-organizations.js'
import { requireSeed } from './organizations/seed/apply-seed.js'
import { type Listener, listen } from './server.js'
import type { Clock } from './state/state.js'
import { lockFolder } from './store/lock-folder.js'
import { VERSION } from './version.js'

const DEFAULT_PORT = 4600

/** Puts an emulator together: files, organisations, jobs, and the two hosts in front of them. */
export async function assemble(options: EmulatorOptions): Promise<Emulator> {
  requireOptions(options)
  const folder = options.dataDirectory ?? null
  const lock = folder === null ? undefined : await lockFolder(folder, options)
  const undo: (() => Promise<void>)[] = [async () => lock?.release()]
  const undoAll = () => runAll([...undo].reverse())
  try {
    const service = await buildService(options, folder, lock)
    undo.push(
      () => service.organizations.close(),
      async () => service.relay?.stop(),
      () => service.jobs.stop(),
    )
    const first = await openFirst(service, options)
    let open = () => {}
    // Whoever comes between the first port and the last waits until the emulator knows its own addresses.
    const opened = new Promise<void>((resolve) => {
      open = resolve
    })
    const ports = await openPorts(options, (request) => opened.then(() => answerAny(request, service)), undo)
    point(service, options, ports)
    open()
    for (const organization of service.organizations.all()) {
      service.jobs.wake(organization)
      service.relay?.wake(organization)
    }
    const closing = gate(undoAll)
    lock?.lost.addEventListener('abort', () => void closing.lose().then(options.onLost))
    return emulatorOf(service, ports, first, closing)
  } catch (error) {
    await undoAll().catch(() => undefined)
    throw error
  }
}

/** Runs every step, also after one that failed; rejects with the first fault. */
async function runAll(steps: readonly (() => Promise<void>)[]): Promise<void> {
  const faults: unknown[] = []
  for (const step of steps) await step().catch((error: unknown) => faults.push(error))
  if (faults.length > 0) throw faults[0]
}

async function buildService(options: EmulatorOptions, folder: string | null, lock: Lock | undefined): Promise<Service> {
  const disk = options.files ?? (folder === null ? createMemoryFiles() : createRealFiles())
  const files = lock ? guardFiles(disk, lock.check) : disk
  const service = {
    settings: settingsOf(options),
    version: VERSION,
    clock: options.processClock ?? realClock,
    randomness: systemRandomness,
    outbound: options.outbound ?? sendWebhook,
    analyst: options.analyst ?? threadAnalyst(),
    addressWindows: new Map(),
    controlHandlers: CONTROL_HANDLERS,
    onRequest: options.onRequest ?? (() => undefined),
    onFault: options.onFault ?? (() => undefined),
    onNotice: options.onNotice ?? (() => undefined),
  } as unknown as Service
  const heralds = options.onNews ? heraldsOf(service, options.onNews) : undefined
  const { analyst, settings } = service
  service.organizations = await openOrganizations(`${folder ?? ''}/orgs`, files, { ...settings, analyst }, heralds)
  service.jobs = jobRunner(service)
  service.relay = await relayOf(service, options)
  return service
}

function heraldsOf(service: Service, onNews: NonNullable<EmulatorOptions['onNews']>) {
  return {
    began: (organization: Organization) =>
      void organization.events.subscribe((news) => {
        for (const event of newsOnWire(news, organization, service))
          onNews({ orgId: String(organization.id), ...event })
      }),
    ended: (id: number) => onNews({ orgId: String(id), event: 'deleted' }),
  }
}

async function relayOf(service: Service, { smtp }: EmulatorOptions): Promise<MailRelay | undefined> {
  if (!smtp) return undefined
  const { mailSender } = await import('./adapters/mail.js')
  return mailRelay(service, mailSender(smtp), `the SMTP server ${smtp.host}:${smtp.port}`)
}

function settingsOf(options: EmulatorOptions): ServiceSettings {
  const sunsetAt = options.sunset === undefined ? undefined : parseTime(options.sunset)
  const { clock = { mode: 'real' } } = options
  const overrides = requireOverrides(options.overrides ?? {})
  const { rows } = overrides.values.ledgers
  const bornClock: Clock = clock.mode === 'frozen' ? clock : { mode: 'real', offsetMs: 0 }
  return {
    envelope: options.envelope ?? 'auto',
    sunsetAt,
    strict: options.strict ?? false,
    overrides,
    caps: capsWith({ deliveries: rows, tasks: rows, keptAnswers: rows, ...options.caps }),
    routes: routesOf(overrides.rowOf),
    future: options.future,
    randomKeys: options.randomKeys ?? false,
    randomSeed: options.randomSeed,
    rateLimits: options.rateLimits ?? options.rateLimitsOfNew ?? false,
    allowPrivateWebhooks: options.allowPrivateWebhooks ?? false,
    bornClock,
  }
}

interface First {
  isNew: boolean
  newKeys: Record<string, KeyTable>
  apiKeys: KeyTable | undefined
}

/** The default organisation, born at the first start; its key strings, where they are known. */
async function openFirst(service: Service, options: EmulatorOptions): Promise<First> {
  const { seed } = options
  if (service.organizations.all().length === 0) {
    const { apiKeys } = await bearOrganization(service, {
      clock: service.settings.bornClock,
      ...(seed === undefined ? {} : { seed: requireSeed(seed) }),
    })
    const keys = bornKeys(apiKeys)
    return { isNew: true, newKeys: { [service.organizations.first().id]: keys }, apiKeys: keys }
  }
  const newKeys = await applyToExisting(service, options)
  const first = service.organizations.first()
  const known = findBornKeys(first.store.state)
  return { isNew: false, newKeys, apiKeys: newKeys[first.id] ?? (known && bornKeys(known)) }
}

interface Ports {
  api: number
  dashboard: number
}

async function openPorts(
  options: EmulatorOptions,
  answer: (request: ServerRequest) => Promise<Reply>,
  undo: (() => Promise<void>)[],
): Promise<Ports> {
  const wanted = options.port ?? 0
  const wantedDashboard = options.dashboardPort ?? (wanted === 0 ? 0 : wanted + 1)
  if (options.listen === false) {
    return { api: wanted || DEFAULT_PORT, dashboard: wantedDashboard || DEFAULT_PORT + 1 }
  }
  const host = options.host ?? '127.0.0.1'
  const open = async (side: 'api' | 'dashboard', port: number): Promise<Listener> => {
    const listener = await listen(side, host, port, answer)
    undo.push(() => listener.close())
    return listener
  }
  const api = await open('api', wanted)
  const dashboard = await open('dashboard', wantedDashboard)
  return { api: api.port, dashboard: dashboard.port }
}

function point(service: Service, options: EmulatorOptions, ports: Ports): void {
  service.addresses = addressesOf(ports.api, ports.dashboard, options.allowHosts ?? [])
  service.baseUrl = `http://127.0.0.1:${ports.api}`
  service.dashboardUrl = `http://127.0.0.1:${ports.dashboard}`
}

function answerAny(request: ServerRequest, service: Service): Promise<Reply> {
  return request.side === 'api' ? answerApi(request, service) : answerDashboard(request, service)
}

function emulatorOf(
  service: Service,
  ports: Ports,
  { isNew, newKeys, apiKeys }: First,
  { requireOpen, close }: Gate,
): Emulator {
  const handOver = inProcess(ports.dashboard, (request) => answerAny(request, service))
  const door = {
    baseUrl: service.baseUrl,
    dashboardUrl: `http://127.0.0.1:${ports.dashboard}`,
    handle: async (request: WireRequest) => {
      requireOpen()
      return handOver(request)
    },
  }
  return {
    ...door,
    control: createControlClient({ dashboardUrl: door.dashboardUrl, transport: door.handle }),
    async createOrganization(settings = {}) {
      requireOpen()
      return createOrganizationHandle(door, settings)
    },
    get apiKeys() {
      if (apiKeys) return apiKeys
      throw new Error('the keys of this data directory are random; they were shown when it was made')
    },
    isNew,
    newKeys,
    recovered: service.organizations.all().flatMap((organization) => organization.store.recovered?.messages ?? []),
    async idle() {
      requireOpen()
      for (const organization of service.organizations.all()) await service.jobs.settle(organization)
    },
    close,
  }
}
