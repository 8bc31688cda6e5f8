import { type Certificate, makeCertificate } from '../src/base/certificate.js'
import { guardFiles } from './adapters/files-guarded.js'
import { createMemoryFiles } from './adapters/files-memory.js'
import { createRealFiles } from './adapters/files-real.js'
import { realClock } from './adapters/process-clock.js'
import { createApiHost } from './api/host.js'
import { streamEventsOf } from './control/stream-events.js'
import { addressesOf } from './core/addresses.js'
import type { Host } from './core/exchange.js'
import { requireOptions } from './core/options.js'
import type { Organization } from './core/organization.js'
import type { Backend, MailRelay, Organizations, Platform, Service } from './core/service.js'
import { createDashboardHost } from './dashboard/host.js'
import { closeOnceLost, createGate, createHandle, createLife, type InitialKeys, type Life } from './handle.js'
import type { Emulator, EmulatorOptions } from './index.js'
import { createMailRelay } from './jobs/mail-relay.js'
import { createRunner } from './jobs/runner.js'
import { applyToExisting } from './organizations/apply-start-options.js'
import { findMissingSecrets } from './organizations/catalog.js'
import { createOrganization, findInitialKeys, keyTable } from './organizations/create-organization.js'
import { openOrganizations } from './organizations/open-organizations.js'
import { requireSeed } from './organizations/seed/apply-seed.js'
import { createPlatform } from './platform.js'
import { type Listener, listen } from './server.js'
import { lockWithNotices } from './store/data-directory.js'

const DEFAULT_PORT = 4600
const CERTIFICATE_DAYS = 365

/** Puts an emulator together: files, organisations, jobs, and the two hosts in front of them. */
export async function assemble(options: EmulatorOptions): Promise<Emulator> {
  requireOptions(options)
  const folder = options.dataDirectory ?? null
  const lock = folder === null ? undefined : await lockWithNotices(folder, options)
  const undo: (() => Promise<void>)[] = [async () => lock?.release()]
  const undoAll = () => runAll([...undo].reverse())
  try {
    const platform = createPlatform(options)
    const life = createLife(async () => lock?.check())
    const organizations = await openAll(platform, options, life)
    undo.push(() => organizations.close())
    for (const organization of organizations.opened()) noticeMissingSecrets(organization, platform)
    const relay = await createRelay(platform, options)
    undo.push(async () => relay?.stop())
    const backend: Backend = { ...platform, organizations }
    const jobs = createRunner(backend, relay)
    undo.push(() => jobs.stop())
    let begin: (answer: Host) => void = () => undefined
    // A request that comes before all is there waits until the hosts know their addresses.
    const begun = new Promise<Host>((resolve) => {
      begin = resolve
    })
    const certificate = options.https ? certificateFor(options) : undefined
    const ports = await openPorts(options, certificate, async (request) => (await begun)(request), undo)
    // Once nothing else can fail: a start that is refused for its port leaves no data behind.
    const initial = await openDefault(backend, options)
    const addresses = addressesOf(certificate ? 'https' : 'http', ports, options.allowHosts ?? [])
    const service: Service = { ...backend, relay, jobs, addresses, addressWindows: new Map() }
    const answer = createHosts(service)
    begin(answer)
    await jobs.wakeAll()
    for (const organization of organizations.opened()) relay?.wake(organization)
    const gate = createGate(undoAll)
    if (lock) closeOnceLost(gate, lock.lost, options.onLost)
    return createHandle(service, answer, initial, gate, { life, certificate: certificate?.cert })
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

function openAll(platform: Platform, options: EmulatorOptions, { check }: Life): Promise<Organizations> {
  const folder = options.dataDirectory ?? null
  const disk = options.files ?? (folder === null ? createMemoryFiles() : createRealFiles())
  const files = guardFiles(disk, check)
  const { analyst, clock, settings } = platform
  const listeners = options.onEvent && lifecycleListeners(platform, options.onEvent)
  const place = { folder: folder ?? '', files, now: clock.now }
  return openOrganizations(place, { ...settings, analyst }, listeners)
}

/** Passes on what happens in every organisation, from its creation to its removal. */
function lifecycleListeners(platform: Platform, onEvent: NonNullable<EmulatorOptions['onEvent']>) {
  return {
    added: (organization: Organization) =>
      void organization.events.subscribe((activity) => {
        for (const event of streamEventsOf(activity, organization, platform)) {
          onEvent({ orgId: String(organization.id), ...event })
        }
      }),
    removed: (id: number) => onEvent({ orgId: String(id), event: 'deleted' }),
  }
}

/** A folder without `secrets.json` starts anyway; its webhooks would fail at every receiver that checks them. */
function noticeMissingSecrets(organization: Organization, { onNotice }: Platform): void {
  const bare = findMissingSecrets(organization)
  if (bare.length === 0) return
  const which = `${bare.length === 1 ? 'subscription' : 'subscriptions'} ${bare.join(', ')} of organisation ${organization.id}`
  onNotice(
    `the webhook secrets of ${which} are missing (orgs/${organization.id}/secrets.json), so no receiver can verify their deliveries; rotate the secrets, or restore the file`,
  )
}

async function createRelay(platform: Platform, { smtp }: EmulatorOptions): Promise<MailRelay | undefined> {
  if (!smtp) return undefined
  const { mailSender } = await import('./adapters/mail.js')
  return createMailRelay(platform, mailSender(smtp), `the SMTP server ${smtp.host}:${smtp.port}`)
}

/** The default organisation, created at the first start; its key strings, if they are known. */
async function openDefault(backend: Backend, options: EmulatorOptions): Promise<InitialKeys> {
  const { seed } = options
  const { organizations, settings } = backend
  if (organizations.ids().length === 0) {
    const { apiKeys } = await createOrganization(backend, {
      clock: options.clock && settings.initialClock,
      ...(seed === undefined ? {} : { seed: requireSeed(seed) }),
    })
    const keys = keyTable(apiKeys)
    return { isNew: true, newKeys: { [organizations.first().id]: keys }, apiKeys: keys }
  }
  const newKeys = await applyToExisting(backend, options)
  const first = organizations.first()
  const known = findInitialKeys(first.store.state)
  return { isNew: false, newKeys, apiKeys: newKeys[first.id] ?? (known && keyTable(known)) }
}

/** For every name a client may reach the emulator by. */
function certificateFor({ host, allowHosts = [] }: EmulatorOptions): Certificate {
  const names = [...(host === undefined ? [] : [host]), ...allowHosts].map((name) => name.replace(/^\[|\]$/g, ''))
  return makeCertificate(realClock.now(), { name: 'inpk emulator', days: CERTIFICATE_DAYS, hosts: names })
}

interface Ports {
  api: number
  dashboard: number
}

async function openPorts(
  options: EmulatorOptions,
  certificate: Certificate | undefined,
  answer: Host,
  undo: (() => Promise<void>)[],
): Promise<Ports> {
  const wanted = options.port ?? 0
  const wantedDashboard = options.dashboardPort ?? (wanted === 0 ? 0 : wanted + 1)
  if (options.listen === false) {
    return { api: wanted || DEFAULT_PORT, dashboard: wantedDashboard || DEFAULT_PORT + 1 }
  }
  const host = options.host ?? '127.0.0.1'
  const open = async (side: 'api' | 'dashboard', port: number): Promise<Listener> => {
    const listener = await listen(side, { host, port, certificate }, answer)
    undo.push(() => listener.close())
    return listener
  }
  const api = await open('api', wanted)
  const dashboard = await open('dashboard', wantedDashboard)
  return { api: api.port, dashboard: dashboard.port }
}

function createHosts(service: Service): Host {
  const hosts = { api: createApiHost(service), dashboard: createDashboardHost(service) }
  return (request) => hosts[request.side](request)
}
