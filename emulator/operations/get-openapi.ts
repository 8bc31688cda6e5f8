import { describeService } from '../../src/contract/openapi.js'
import type { Handler } from '../decision.js'

/** The description, a walk over the table (VER-1). */
export const getOpenapi: Handler<'getOpenapi'> = (_input, { baseUrl }) => ({
  answer: describeService({ serverUrl: baseUrl }) as Record<string, unknown>,
})
