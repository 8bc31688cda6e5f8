import type { BodyCause } from './cause.js'

/** The signature belongs to another of the deliveries at hand. */
export const OTHER_DELIVERY: BodyCause = {
  id: 'signature-of-other-delivery',
  family: 'delivery',
  sentence: 'The signature belongs to another delivery.',
  fix: 'Take body and header from one and the same request: in a queue or a log they were kept apart and mixed up.',
  bodies: ({ others }) => others.map(({ body }) => body),
}
