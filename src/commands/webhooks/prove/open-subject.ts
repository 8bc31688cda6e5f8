import type { Factory } from '../../../cli/factory.js'
import { UnreachableError } from '../../../client/errors.js'
import { describeFailure } from '../../../client/failures.js'
import { createRedact } from '../../../client/redact.js'
import { LIMITS } from '../../../contract/limits.js'
import { Failure } from '../../../terminal/failure.js'
import type { Subject } from '../../../webhooks/prove/play.js'
import { type AttemptForm, attemptRequest, type ProveEvent } from '../../../webhooks/prove/scenario.js'
import { receiverTransport, receiverUnreachable } from '../send-delivery.js'
import { stateReader, stateReset } from './state-action.js'

/** A receiver reached over HTTP, with its scenario. */
export interface HttpSubject extends Subject {
  /** Ids of the deliveries, in the order of the events. */
  readonly ids: readonly string[]
  /** Whether it has answered at all. */
  hasAnswered(): boolean
}

interface SubjectOptions {
  events: readonly ProveEvent[]
  attempt: AttemptForm
  stateCommand: string
  resetCommand: string
  /** How long to wait before the state is read. */
  settleMs: number
}

/**
 * A receiver to prove. A delivery is refused with exit code 9 if the receiver can't be reached, and if it hangs up on the very first one;
 * later a delivery without an answer has failed, as for the service.
 */
export async function openSubject(url: string, options: SubjectOptions, factory: Factory): Promise<HttpSubject> {
  const { events, attempt: form, settleMs } = options
  const { signal, environment } = factory
  const send = receiverTransport(factory)
  const state = stateReader(options.stateCommand, factory)
  const reset = stateReset(options.resetCommand, factory)
  let answered = false
  return {
    events: events.map(({ name }) => name),
    ids: events.map(({ id }) => id),
    hasAnswered: () => answered,
    reset: async () => void (await reset()),
    async deliver(event, attempt) {
      signal.throwIfAborted()
      const request = { method: 'POST', url, ...attemptRequest(events[event]!, attempt, form) }
      const timed = { ...request, timeoutMs: LIMITS.webhookTimeoutMs, signal }
      try {
        const { status } = await send(timed)
        answered = true
        return status
      } catch (error) {
        signal.throwIfAborted()
        const failure = describeFailure(error, timed, createRedact([]))
        const mayHaveArrived = failure instanceof UnreachableError && failure.maybeSent
        if (mayHaveArrived && answered) return null
        throw mayHaveArrived ? hungUp(failure) : receiverUnreachable(failure)
      }
    },
    async readState() {
      if (settleMs > 0) await environment.sleep(settleMs, signal)
      return state()
    },
  }
}

function hungUp(cause: Error): Failure {
  return new Failure({
    exit: 'unreachable',
    code: 'RECEIVER_HUNG_UP',
    message: `the receiver took a delivery and did not answer it: ${cause.message}`,
    hint: 'Run `inpk webhooks test URL` to see what it answers.',
    cause,
  })
}
