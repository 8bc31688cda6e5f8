import type { OperationId } from '../../src/contract/operations/index.js'
import type { Handler } from '../core/decision.js'
import { createGroup } from './create-group.js'
import { createSource } from './create-source.js'
import { eraseFeedback } from './erase-feedback.js'
import { getAnalysis } from './get-analysis.js'
import { getInvite } from './get-invite.js'
import { getInviteTemplate } from './get-invite-template.js'
import { getMe } from './get-me.js'
import { getOpenapi } from './get-openapi.js'
import { getTask, getUploadTask } from './get-task.js'
import { listFeedback } from './list-feedback.js'
import { listInviteRecipients } from './list-invite-recipients.js'
import { listSources } from './list-sources.js'
import { publishSource } from './publish-source.js'
import { pushBulk } from './push-bulk.js'
import { pushContent } from './push-content.js'
import { sendInvites } from './send-invites.js'
import { uploadFeedback } from './upload-feedback.js'

/** The handler of each operation but `mcp`, which is a protocol of its own (emulator/mcp). */
export const HANDLERS = {
  getMe,
  listSources,
  createGroup,
  createSource,
  publishSource,
  pushContent,
  pushBulk,
  getTask,
  listFeedback,
  eraseFeedback,
  uploadFeedback,
  getUploadTask,
  getAnalysis,
  getInviteTemplate,
  sendInvites,
  getInvite,
  listInviteRecipients,
  getOpenapi,
} as const satisfies { [Id in Exclude<OperationId, 'mcp'>]: Handler<Id> }
