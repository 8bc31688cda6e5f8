import { judgeRedirects, judgeTimes } from '../judge.js'
import type { KitCase } from '../kit-case.js'
import { ACCEPTED_CASES } from './accepted.js'
import { REFUSED_CASES } from './refused.js'

/** Cases that judge the answers to everything that had to be accepted. */
const OVERALL_CASES = [
  {
    id: 'in-time',
    title: 'Every delivery is answered within 30 seconds',
    says: 'The receiver must answer 2xx within 30 seconds.',
    rules: ['DLV-9'],
    valid: false,
    requests: () => [],
    judge: (_own, accepted) => judgeTimes(accepted),
  },
  {
    id: 'no-redirect',
    title: 'No delivery is redirected',
    says: 'Redirects are not followed; a 3xx response is a failed delivery.',
    rules: ['DLV-10'],
    valid: false,
    requests: () => [],
    judge: (_own, accepted) => judgeRedirects(accepted),
  },
] as const satisfies readonly KitCase[]

/** The conformance kit for receivers, in the order it runs. */
export const KIT_CASES: readonly KitCase[] = [...ACCEPTED_CASES, ...REFUSED_CASES, ...OVERALL_CASES]
