import { LIMITS } from '../../src/contract/limits.js'

export interface CreditAccount {
  periodStart: number
  usedTokens: number
}

/** Tokens of a text: its UTF-8 bytes by four, rounded up (contract.md section 6). */
export function tokensOf(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / LIMITS.bytesPerToken)
}

/** APS of a number of tokens, shown to 6 decimals. */
export function apsOf(tokens: number): number {
  return Math.round((tokens / LIMITS.tokensPerAps) * 1e6) / 1e6
}

/** The account at `now`: a new calendar month (UTC) begins at zero. */
export function currentAccount(account: CreditAccount, now: number): CreditAccount {
  const periodStart = monthStart(now)
  return periodStart > account.periodStart ? { periodStart, usedTokens: 0 } : account
}

/** Whether `tokens` more stay within a quota of `apsLimit` APS a month; the free plan (null) is never refused. */
export function withinQuota(account: CreditAccount, tokens: number, apsLimit: number | null): boolean {
  return apsLimit === null || account.usedTokens + tokens <= wholeTokens(apsLimit)
}

/** 1.001 * 1,000 is a little less than 1,001 to a computer. */
function wholeTokens(aps: number): number {
  return Math.floor(aps * LIMITS.tokensPerAps + 1e-6)
}

/** Start of the calendar month (UTC) of `now`, in epoch milliseconds. */
export function monthStart(now: number): number {
  const date = new Date(now)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)
}

/** Start of the month after that of `now`. */
export function monthEnd(now: number): number {
  const date = new Date(now)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
}
