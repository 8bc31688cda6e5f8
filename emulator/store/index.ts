export { DamagedFileError, DataDirectoryInUseError, FormatError, RefusedSetError, StoreClosedError } from './errors.js'
export { type DataDirectoryLock, lockDataDirectory } from './lock.js'
export { openOrganizationStore } from './open-store.js'
export type * from './types.js'
