import { authorityFor } from '../../cli/authority.js'
import type { Factory } from '../../cli/factory.js'
import type { Network } from '../../cli/network.js'
import { boundTime } from '../../client/bound-time.js'
import { hintOnAuthority } from '../../client/failures.js'
import { findProxy } from '../../client/proxy.js'
import { shownUrl } from '../../config/shown-url.js'
import { isLoopback } from '../../contract/base-url.js'
import { textForCommands } from '../../terminal/translate-text.js'
import { type Check, failed, ok, skipped, warning } from './check.js'

const TIMEOUT_MS = 5_000
const SOON_MS = 14 * 24 * 60 * 60_000

/** Name and connection, below HTTP. Through a proxy neither is ours to see. */
export async function checkConnection(base: URL, factory: Factory): Promise<Check[]> {
  const { environment, globals, signal } = factory
  const proxy = findProxy(base, environment.env)
  if (proxy !== undefined) {
    const through = `reached through the proxy ${shownUrl(proxy)}`
    return [skipped('dns', through), skipped('connection', through)]
  }
  const network = environment.network ?? (await import('../../cli/network.js')).NETWORK
  const host = base.hostname.replace(/^\[|\]$/g, '')
  const timeoutMs = Math.min(TIMEOUT_MS, globals.timeout ?? TIMEOUT_MS)
  const bounded: Network = {
    lookup: (name) => boundTime({ timeoutMs, signal }, () => network.lookup(name)),
    connect: (options) => boundTime({ timeoutMs, signal }, (bound) => network.connect({ ...options, signal: bound })),
  }
  const dns = await checkName(host, base, bounded)
  if (dns.status === 'failed') return [dns, skipped('connection', 'no address to connect to')]
  const connection = await checkSocket(host, base, bounded, { now: environment.now(), ca: authorityFor(factory)(base) })
  signal.throwIfAborted()
  return [dns, connection]
}

async function checkName(host: string, base: URL, network: Network): Promise<Check> {
  if (isLoopback(base.hostname)) return ok('dns', `${host} is this machine`)
  if (/^[\d.]+$/.test(host) || host.includes(':')) return ok('dns', `${host} is an address`)
  try {
    return ok('dns', `${host} is ${(await network.lookup(host)).join(', ')}`)
  } catch (error) {
    return failed(
      'dns',
      `${host} has no address (${codeOf(error)})`,
      'Check the spelling of the base URL, and the network of this machine.',
    )
  }
}

async function checkSocket(
  host: string,
  base: URL,
  network: Network,
  { now, ca }: { now: number; ca: string | undefined },
): Promise<Check> {
  const secure = base.protocol === 'https:'
  const port = Number(base.port) || (secure ? 443 : 80)
  try {
    const { protocol, certificateEndsAt } = await network.connect({ host, port, secure, ca })
    if (certificateEndsAt !== undefined && certificateEndsAt - now < SOON_MS) {
      const day = new Date(certificateEndsAt).toISOString().slice(0, 10)
      return warning(
        'connection',
        `the certificate of ${host} ends on ${day}`,
        'Whoever runs the host should renew it.',
      )
    }
    return ok('connection', `port ${port} answers${secure ? ` with ${protocol ?? 'TLS'}` : ', without TLS'}`)
  } catch (error) {
    return failed('connection', `no connection to ${host} port ${port} (${codeOf(error)})`, fixFor(error, base))
  }
}

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_/

function fixFor(error: unknown, base: URL): string {
  if (CERTIFICATE.test(codeOf(error))) return textForCommands(hintOnAuthority(base))
  if (isLoopback(base.hostname))
    return 'Start the emulator with `inpk emulator start`, or set the base URL of the service.'
  return 'Check port and network; behind a firewall set HTTPS_PROXY.'
}

function codeOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return typeof code === 'string' ? code : message
}
