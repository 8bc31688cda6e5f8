import { createLazyTransport } from '../client/transport.js'
import type { Transport } from '../contract/wire.js'
import type { Factory } from './factory.js'

type Surroundings = Pick<Factory, 'world' | 'globals' | 'signal'>

/** The transports of each command, known by its signal. */
const opened = new WeakMap<AbortSignal, Map<number, Transport>>()

/**
 * How the requests of a command leave: by the transport of its world, else over sockets, where answers above so many bytes are refused.
 * Every one ends when the command is told to stop, and within `--timeout` where that is given; what may be answered by an event stream
 * keeps its own time, for a stream goes on. A command has one for each bound of bytes, by which its clients share their pacing.
 */
export function openTransport(surroundings: Surroundings, maxResponseBytes: number): Transport {
  const own = opened.get(surroundings.signal) ?? new Map<number, Transport>()
  opened.set(surroundings.signal, own)
  const transport = own.get(maxResponseBytes) ?? boundTransport(surroundings, maxResponseBytes)
  own.set(maxResponseBytes, transport)
  return transport
}

function boundTransport({ world, globals, signal }: Surroundings, maxResponseBytes: number): Transport {
  const transport = world.transport ?? createLazyTransport(maxResponseBytes)
  const longestMs = globals.timeout ?? Number.POSITIVE_INFINITY
  return (request) => {
    const bounded = { ...request, signal: request.signal ?? signal }
    if (request.timeoutMs === undefined || request.takeStream) return transport(bounded)
    return transport({ ...bounded, timeoutMs: Math.min(request.timeoutMs, longestMs) })
  }
}
