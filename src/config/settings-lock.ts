import { type LockEnvironment, LockedError, underLock } from '../base/lock.js'
import { Failure } from '../terminal/failure.js'

/** Time as waiting for other processes needs it. */
export type Patience = Pick<LockEnvironment, 'monotonic' | 'now' | 'sleep'>

const PATIENCE_MS = 20_000

/** Changes a file of settings while no other process changes it; waits for one that does. */
export async function underSettingsLock<T>(path: string, patience: Patience, work: () => T | Promise<T>): Promise<T> {
  const { monotonic, now, sleep } = patience
  const options = { monotonic, now, sleep: (waitMs: number) => sleep(waitMs), patienceMs: PATIENCE_MS }
  return underLock(`${path}.lock`, options, work).catch((error: unknown) => {
    throw error instanceof LockedError ? locked(path) : error
  })
}

function locked(path: string): Failure {
  return new Failure({
    exit: 'conflict',
    code: 'CONFIG_LOCKED',
    message: `another inpk is changing the settings (${path})`,
    hint: 'Try again when it is done.',
  })
}
