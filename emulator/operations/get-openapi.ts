import { describeService } from '../../src/contract/openapi.js'
import type { Handler } from '../core/decision.js'

/** The description, a walk over the table (VER-1): payloads as they are sent now, unless the query asks for another envelope. */
export const getOpenapi: Handler<'getOpenapi'> = ({ query }, { baseUrl, description, envelope }) => ({
  answer: describeService({
    serverUrl: baseUrl,
    service: description,
    envelope: query.envelope ?? envelope,
  }) as Record<string, unknown>,
})
