import { CHARSETS } from './body/charset.js'
import { COMPRESSION } from './body/compression.js'
import { CUTS } from './body/cuts.js'
import { EDGES } from './body/edges.js'
import { ESCAPING } from './body/escaping.js'
import { FORMS } from './body/forms.js'
import { LINE_ENDS } from './body/line-ends.js'
import { MEMBER_CAUSES } from './body/members.js'
import { NUMBERS } from './body/numbers.js'
import { ORDERS } from './body/order.js'
import { RESERIALISED } from './body/reserialised.js'
import { SURROUNDED, WRAPPING } from './body/wrapping.js'
import type { BodyCause, SecretCause } from './cause.js'
import { SECRET_ENCODINGS } from './secret/encoding.js'
import { SECRET_UNSET } from './secret/unset.js'
import { SECRET_WRITING } from './secret/writing.js'
import { COMPUTATIONS, SIGNED_MESSAGES } from './signature/computations.js'
import { SIGNATURE_FORMS } from './signature/forms.js'
import { VISIBLE_CAUSES } from './visible.js'

/** The signature belongs to another of the given deliveries. */
const OTHER_DELIVERY: BodyCause = {
  id: 'signature-of-other-delivery',
  family: 'delivery',
  sentence: 'The signature belongs to another delivery.',
  fix: 'Take the body and the header from the same request: a queue or a log may have mixed them up.',
  bodies: ({ others }) => others.map(({ body }) => body),
}

/** What happens to secrets, in the order it is tried. */
export const SECRET_CAUSES: readonly SecretCause[] = [...SECRET_WRITING, ...SECRET_ENCODINGS, ...SECRET_UNSET]

/** What happens to bodies, in the order it is tried: what is likely and cheap comes first. */
export const BODY_CAUSES: readonly BodyCause[] = [
  OTHER_DELIVERY,
  ...EDGES,
  ...LINE_ENDS,
  ...RESERIALISED,
  ...ESCAPING,
  ...ORDERS,
  ...CHARSETS,
  ...WRAPPING,
  ...FORMS,
  SURROUNDED,
  ...CUTS,
  ...MEMBER_CAUSES,
  ...COMPRESSION,
  ...SIGNED_MESSAGES,
  ...NUMBERS,
]

/** Every cause a diagnosis can name, in the order they are tried. */
export const CAUSES = [...SIGNATURE_FORMS, ...COMPUTATIONS, ...SECRET_CAUSES, ...BODY_CAUSES, ...VISIBLE_CAUSES]
