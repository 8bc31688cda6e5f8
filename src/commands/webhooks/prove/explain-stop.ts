import { Failure } from '../../../terminal/failure.js'
import { printableLine } from '../../../terminal/printable.js'
import { truncate } from '../../../terminal/width.js'
import type { Difference } from '../../../webhooks/prove/compare.js'
import { PlayStopped } from '../../../webhooks/prove/play.js'
import { Unprovable } from '../../../webhooks/prove/prove.js'
import type { HttpSubject } from './open-subject.js'

/** What ended a proof without a result, as the command says it; any other error as it is. */
export function explainStop(error: unknown, subject: HttpSubject): unknown {
  if (error instanceof PlayStopped) return explainSilence(error, subject)
  if (!(error instanceof Unprovable)) return error
  return error.why === 'refused' ? refused(error) : unsteady(error)
}

/** A receiver that is down from the start, or that these deliveries may have ended. */
function explainSilence({ steps, event, cause }: PlayStopped, { events, hasAnswered }: HttpSubject): unknown {
  if (!(cause instanceof Failure) || !hasAnswered()) return cause
  const names = [...steps.map((step) => step.event), event].map((each) => events[each]).join(', ')
  return new Failure({
    exit: 'unreachable',
    code: cause.code,
    message: `the receiver stopped answering at the last of these deliveries: ${names} (${cause.message})`,
    hint: 'If it has crashed, start it again and send it these deliveries, in this order.',
    details: { deliveries: [...steps.map((step) => events[step.event]), events[event]] },
    cause,
  })
}

function refused({ message }: Unprovable): Failure {
  return new Failure({
    exit: 'failure',
    code: 'RECEIVER_REFUSES',
    message: `${message}, though each event came once and in order`,
    hint: 'Check the secret and the scenario; `inpk webhooks test URL` shows what the receiver answers.',
  })
}

const SHOWN = 3
const SHOWN_WIDTH = 40

function unsteady({ message, found }: Unprovable): Failure {
  const brief = (value: string | null) => truncate(printableLine(value ?? 'nothing'), SHOWN_WIDTH)
  const places = found
    .slice(0, SHOWN)
    .map(({ at, expected, found }) => `${at} (${brief(expected)}, then ${brief(found)})`)
  return new Failure({
    exit: 'failure',
    code: 'STATE_UNSTEADY',
    message: `${message}: ${places.join(', ')}`,
    hint: [
      'Leave out of the state what differs each time (times, random ids), sort what has no order, and see that --reset-command resets all of it.',
      'If the receiver still works after its response, use --settle 200ms.',
    ].join(' '),
    details: { differences: found satisfies readonly Difference[] },
  })
}
