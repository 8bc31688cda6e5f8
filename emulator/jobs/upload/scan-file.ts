import type { KeyEnvironment } from '../../../src/contract/scopes.js'
import type { StrictFile } from '../../../src/ingest/index.js'
import type { Decision } from '../../core/decision.js'
import type { Organization } from '../../core/organization.js'
import { apsOf, currentAccount, tokensOf, withinQuota } from '../../rules/credits.js'
import { put, set } from '../../state/change.js'
import { failedUpload } from './end.js'
import type { Step } from './step.js'

/** What a whole file comes to. */
export interface ScannedFile {
  rows: number
  /** Tokens of what would be inserted; 0 for a key that is not charged. */
  tokens: number
}

/** Reads a file to its end, so that one that breaks off is refused before anything of it is stored, and counts what it costs. */
export async function scanFile(
  file: StrictFile,
  { store: { items }, contract }: Organization,
  { sourceId, environment }: { sourceId: number; environment: KeyEnvironment },
): Promise<ScannedFile> {
  // Few emulators are ever sent a file, and its readers take a third of a start.
  const { createIdCounter } = await import('../../../src/ingest/index.js')
  const found: ScannedFile = { rows: 0, tokens: 0 }
  const { values } = contract
  const formula = values['credit-formula']
  const isAtomic = values['upload-partial'].rule === 'all-or-nothing'
  const isCharged = environment === 'live' && values['upload-credits'].rule === 'whole-file'
  const countId = createIdCounter()
  for await (const batch of await file.batches()) {
    found.rows += batch.rows.length
    const bad = isAtomic ? batch.rows.find(({ rejections }) => rejections.length > 0) : undefined
    if (bad) throw Object.assign(new Error(`${bad.rejections[0]!.reason}; nothing was stored`), { row: bad.row })
    if (!isCharged) continue
    await items.load(sourceId)
    for (const { items: mapped, rejections } of batch.rows) {
      if (rejections.length > 0) continue
      for (const { field, item } of mapped) {
        const fieldId = file.fields[field]!
        if (item.external_id !== undefined && isKnown(fieldId, item.external_id)) continue
        found.tokens += tokensOf(item.text, formula)
      }
    }
  }
  return found

  function isKnown(fieldId: string, id: string): boolean {
    if (countId(`${fieldId} ${id}`) > 1) return true
    return items.findExternalIds(sourceId, Number(fieldId), [id]).size > 0
  }
}

/** Takes the credits of the whole file before its first row is stored; where they do not suffice the task fails and nothing is. */
export function reserveCredits({ rows, tokens }: ScannedFile, step: Step): Decision<null> {
  const { state, now, upload, task, values } = step
  const formula = values['credit-formula']
  const account = currentAccount(state.credits, now)
  if (tokens > 0 && !withinQuota(account, tokens, state.organization.apsLimit, formula)) {
    const message = `this file needs ${apsOf(tokens, formula)} analysis points, more than are left this month; nothing was stored`
    return failedUpload(step, { code: 'APS_EXHAUSTED', message })
  }
  const found = { rows, tokens, periodStart: account.periodStart }
  return {
    answer: null,
    summary: `${task.id} started`,
    changes: [
      put('uploads', upload.id, { ...upload, found }),
      put('tasks', task.id, { ...task, status: 'processing' }),
      ...(tokens > 0 ? [set('credits', { ...account, usedTokens: account.usedTokens + tokens })] : []),
    ],
  }
}
