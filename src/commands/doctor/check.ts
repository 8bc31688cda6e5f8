export type CheckStatus = 'ok' | 'warning' | 'failed' | 'skipped'

/** A check, its result, and the fix if it failed. */
export interface Check {
  id: string
  status: CheckStatus
  message: string
  fix?: string
}

export function ok(id: string, message: string): Check {
  return { id, status: 'ok', message }
}

export function skipped(id: string, message: string): Check {
  return { id, status: 'skipped', message }
}

export function warning(id: string, message: string, fix: string): Check {
  return { id, status: 'warning', message, fix }
}

export function failed(id: string, message: string, fix: string): Check {
  return { id, status: 'failed', message, fix }
}
