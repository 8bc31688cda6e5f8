import { describeService } from '../../src/contract/openapi.js'
import type { Handler } from '../core/decision.js'

/** The description, a walk over the table (VER-1). */
export const getOpenapi: Handler<'getOpenapi'> = (_input, { baseUrl, description }) => ({
  answer: describeService({ serverUrl: baseUrl, service: description }) as Record<string, unknown>,
})
