import type { Decision } from '../../core/decision.js'
import { apsOf, currentAccount, withinQuota } from '../../rules/credits.js'
import { put, set } from '../../state/change.js'
import { failedUpload } from './end.js'
import type { ScannedFile } from './scan-file.js'
import type { Step } from './step.js'

/** Takes the credits of the whole file before its first row is stored; where they do not suffice the task fails and nothing is. */
export function reserveCredits({ rows, tokens }: ScannedFile, step: Step): Decision<null> {
  const { state, now, upload, task, values } = step
  const formula = values['credit-formula']
  const account = currentAccount(state.credits, now)
  if (tokens > 0 && !withinQuota(account, tokens, state.organization.apsLimit, formula)) {
    const message = `this file needs ${apsOf(tokens, formula)} APS, more than the quota has left this month; nothing was stored`
    return failedUpload(step, { code: 'APS_EXHAUSTED', message })
  }
  const found = { rows, tokens, periodStart: account.periodStart }
  return {
    answer: null,
    summary: `${task.id} begins`,
    changes: [
      put('uploads', upload.id, { ...upload, found }),
      put('tasks', task.id, { ...task, status: 'processing' }),
      ...(tokens > 0 ? [set('credits', { ...account, usedTokens: account.usedTokens + tokens })] : []),
    ],
  }
}
