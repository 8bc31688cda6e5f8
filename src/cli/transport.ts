import { boundTimeout } from '../client/deadline.js'
import { createLazyTransport } from '../client/transport.js'
import type { Transport } from '../contract/wire.js'
import { authorityFor } from './authority.js'
import type { Factory } from './factory.js'

/** What of a command decides how its requests leave. */
type Surroundings = Pick<Factory, 'environment' | 'globals' | 'data' | 'signal' | 'deadline' | 'recording'>

/**
 * How the requests of a command leave: by the transport of its environment, else over sockets, where answers above this many
 * bytes are refused. Every one ends when the command is asked to stop, within `--timeout` if that is given, and when the
 * factory's deadline comes; what may be answered by an event stream keeps its own time, for a stream continues. With `--record`,
 * each exchange is recorded; what goes elsewhere than to the service takes `unrecorded` surroundings.
 */
export function openTransport(
  { environment, globals, data, signal, deadline, recording }: Surroundings,
  maxResponseBytes: number,
): Transport {
  const direct = environment.transport ?? createLazyTransport(maxResponseBytes, authorityFor({ environment, data }))
  const transport = recording ? recording.tap(direct) : direct
  const longestMs = globals.timeout ?? Number.POSITIVE_INFINITY
  return (request) => {
    const bounded = { ...request, signal: request.signal ?? signal }
    if (request.timeoutMs === undefined || request.takeStream) return transport(bounded)
    const timeoutMs = boundTimeout(Math.min(request.timeoutMs, longestMs), deadline, environment)
    return transport({ ...bounded, timeoutMs })
  }
}

/** The same for requests that don't go to the service: to the control API of an emulator, or to a receiver of deliveries. */
export function unrecorded(surroundings: Surroundings): Surroundings {
  return { ...surroundings, recording: undefined }
}
