import { NODE_RAW_BODY } from './node.js'
import { OTHER_RAW_BODY } from './others.js'

export type { RawBodyRow } from './row.js'

/** Where the raw body is available, by framework (SIG-2); `verify` in the code is the one of 'inpk/webhooks'. */
export const RAW_BODY = { ...NODE_RAW_BODY, ...OTHER_RAW_BODY } as const

export type FrameworkName = keyof typeof RAW_BODY
export const FRAMEWORK_NAMES = Object.keys(RAW_BODY) as FrameworkName[]
