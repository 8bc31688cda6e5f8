import { existsSync } from 'node:fs'
import type { TestOptions } from 'vitest'
import { findTool } from './webhooks/tools.js'

declare module 'vitest' {
  interface TaskMeta {
    /** Why a test is skipped; `vitest run` ends with a list of them. */
    skippedFor?: string
  }
}

/** Options of a test, or of a whole `describe`: skipped where `isMissing`, for a reason that the run ends with. */
export function skipWhere(isMissing: boolean, reason: string): TestOptions {
  return isMissing ? { skip: true, meta: { skippedFor: reason } } : {}
}

/**
 * Skipped where something that a package can provide was not found. With INPK_NO_SKIP set, as in CI, that is an error.
 */
export function skipUnlessFound(isFound: boolean, name: string): TestOptions {
  if (!isFound && process.env.INPK_NO_SKIP)
    throw new Error(`no ${name} on this machine; install it or unset INPK_NO_SKIP`)
  return skipWhere(!isFound, `no ${name} on this machine`)
}

/** Skipped where this program does not run; `--version` is asked for unless other arguments show that it does. */
export function skipWithout(tool: string, ...versionArguments: string[]): TestOptions {
  const argv = versionArguments.length > 0 ? versionArguments : ['--version']
  return skipUnlessFound(findTool(tool, ...argv), tool)
}

/** Skipped on other systems, which have no /proc. */
export const onLinux = skipWhere(process.platform !== 'linux', 'not Linux')

/** Skipped where no device stands in for a full disk. */
export const withFullDevice = skipWhere(!existsSync('/dev/full'), 'no /dev/full on this machine')

/** Skipped in `npm test`: takes minutes. */
export const inSoak = skipWhere(process.env.INPK_SOAK === undefined, 'long: INPK_SOAK')
