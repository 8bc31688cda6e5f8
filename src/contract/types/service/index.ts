/** Generated from the tables of operations by `npm run record`; do not edit. */

import type { ServiceAnalysis } from './analysis.js'
import type { ServiceContent } from './content.js'
import type { ServiceDescription } from './description.js'
import type { ServiceFeedback } from './feedback.js'
import type { ServiceGroups } from './groups.js'
import type { ServiceInvites } from './invites.js'
import type { ServiceKeys } from './keys.js'
import type { ServiceSources } from './sources.js'

/** What each operation takes and returns, by name. */
export interface ServiceTypes
  extends ServiceKeys,
    ServiceGroups,
    ServiceSources,
    ServiceContent,
    ServiceFeedback,
    ServiceAnalysis,
    ServiceInvites,
    ServiceDescription {}
