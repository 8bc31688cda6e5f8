import { boundTimeout } from '../client/deadline.js'
import { createLazyTransport } from '../client/transport.js'
import type { Transport } from '../contract/wire.js'
import type { Factory } from './factory.js'

/**
 * How the requests of a command leave: by the transport of its environment, else over sockets, where answers above so many bytes are refused.
 * Every one ends when the command is told to stop, within `--timeout` where that is given, and when the factory's deadline comes; what may be answered by an event stream
 * keeps its own time, for a stream goes on.
 */
export function openTransport(
  { environment, globals, signal, deadline }: Pick<Factory, 'environment' | 'globals' | 'signal' | 'deadline'>,
  maxResponseBytes: number,
): Transport {
  const transport = environment.transport ?? createLazyTransport(maxResponseBytes)
  const longestMs = globals.timeout ?? Number.POSITIVE_INFINITY
  return (request) => {
    const bounded = { ...request, signal: request.signal ?? signal }
    if (request.timeoutMs === undefined || request.takeStream) return transport(bounded)
    const timeoutMs = boundTimeout(Math.min(request.timeoutMs, longestMs), deadline, environment)
    return transport({ ...bounded, timeoutMs })
  }
}
