import type { Organization } from '../core/organization.js'
import type { JobContext } from '../core/service.js'
import type { Job } from '../state/state.js'
import { analyseSource } from './analyse-source.js'
import { closePeriod } from './close-period.js'
import { deliverWebhook } from './deliver-webhook.js'
import { runInvite } from './run-invite.js'
import { runTask } from './run-task.js'

/** Does the work of a due job. When it resolves, the job is gone or due later; `put off` means that nothing was done yet. */
export function runJob(organization: Organization, job: Job, service: JobContext): Promise<unknown> {
  switch (job.kind) {
    case 'attempt':
      return deliverWebhook(organization, job.deliveryId, service)
    case 'analyse':
      return analyseSource(organization, job.sourceId, service)
    case 'task':
      return runTask(organization, job.taskId, service)
    case 'invite':
      return runInvite(organization, job.inviteId, service)
    case 'report':
      return closePeriod(organization, job, service)
  }
}
