import { lookup } from 'node:dns/promises'
import { connect as connectPlain, isIP } from 'node:net'
import { connect as connectSecurely, type TLSSocket } from 'node:tls'

/** What is under HTTP, for `doctor`. */
export interface Network {
  /** Addresses of a host name. Rejects if there is none. */
  lookup(host: string): Promise<string[]>
  /** Opens a connection and closes it; with TLS, `protocol` and the end of the certificate. Rejects if it cannot be had. */
  connect(options: ConnectOptions): Promise<Connected>
}

export interface ConnectOptions {
  host: string
  port: number
  secure: boolean
  /** The certificate of a host that signed its own, PEM. */
  ca?: string | undefined
  /** Ends what has not connected by then. */
  signal?: AbortSignal
}

export interface Connected {
  protocol?: string
  /** Epoch milliseconds. */
  certificateEndsAt?: number
}

/** The network of this machine. */
export const NETWORK: Network = {
  lookup: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  connect,
}

function connect({ host, port, secure, ca, signal }: ConnectOptions): Promise<Connected> {
  return new Promise((resolve, reject) => {
    const socket = secure
      ? connectSecurely({ host, port, ...(isIP(host) ? {} : { servername: host }), ...(ca && { ca }) })
      : connectPlain({ host, port })
    signal?.addEventListener('abort', () => socket.destroy(signal.reason), { once: true })
    socket.once('error', reject)
    socket.once(secure ? 'secureConnect' : 'connect', () => {
      resolve(secure ? describeTls(socket as TLSSocket) : {})
      socket.destroy()
    })
  })
}

function describeTls(socket: TLSSocket): Connected {
  const protocol = socket.getProtocol()
  const endsAt = Date.parse(socket.getPeerCertificate().valid_to)
  return {
    ...(protocol === null ? {} : { protocol }),
    ...(Number.isNaN(endsAt) ? {} : { certificateEndsAt: endsAt }),
  }
}
