import { GUESSES, type Values } from '../../src/contract/assumptions/values.js'

type Formula = Values['credit-formula']

export interface CreditAccount {
  periodStart: number
  usedTokens: number
}

/** Tokens of a text: its UTF-8 bytes by four (as long as that guess holds), rounded up (contract.md section 6). */
export function tokensOf(text: string, formula: Formula = GUESSES['credit-formula']): number {
  return Math.ceil(Buffer.byteLength(text) / formula.bytes_per_token)
}

/** APS of a number of tokens, shown to 6 decimals. */
export function apsOf(tokens: number, formula: Formula = GUESSES['credit-formula']): number {
  return Math.round((tokens / formula.tokens_per_aps) * 1e6) / 1e6
}

/** The account at `now`: a new calendar month (UTC) starts at zero. */
export function currentAccount(account: CreditAccount, now: number): CreditAccount {
  const periodStart = monthStart(now)
  return periodStart > account.periodStart ? { periodStart, usedTokens: 0 } : account
}

/** Whether `tokens` more stay within a quota of `apsLimit` APS a month; the free plan (null) is never refused. */
export function withinQuota(
  account: CreditAccount,
  tokens: number,
  apsLimit: number | null,
  formula: Formula = GUESSES['credit-formula'],
): boolean {
  return apsLimit === null || account.usedTokens + tokens <= wholeTokens(apsLimit, formula)
}

/** 1.001 * 1,000 is a little less than 1,001 to a computer. */
function wholeTokens(aps: number, formula: Formula): number {
  return Math.floor(aps * formula.tokens_per_aps + 1e-6)
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
