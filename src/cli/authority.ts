import type { AuthorityFor } from '../client/transport-http.js'
import { findCertificates } from '../config/certificate-file.js'
import { isLoopback } from '../contract/base-url.js'
import type { Factory } from './factory.js'
import { findRunning } from './find-running.js'

/**
 * Finds the certificate that the running emulator made for itself (`--https`), for its own two addresses on this machine and no
 * others. An emulator elsewhere is trusted by NODE_EXTRA_CA_CERTS, which Node reads itself.
 */
export function authorityFor({ environment, data }: Pick<Factory, 'environment' | 'data'>): AuthorityFor {
  return ({ protocol, hostname, port }) => {
    if (protocol !== 'https:' || !isLoopback(hostname)) return undefined
    const running = findRunning(environment, data)
    if (running?.ca_file === undefined) return undefined
    const isOwn = [running.base_url, running.dashboard_url].some((own) => new URL(own).port === port)
    return isOwn ? findCertificates(running.ca_file) : undefined
  }
}
