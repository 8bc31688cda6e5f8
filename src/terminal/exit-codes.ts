/** The exit codes of every command (cli.md section 1), by what they mean. */
export const EXIT = {
  done: 0,
  failure: 1,
  usage: 2,
  unauthenticated: 3,
  forbidden: 4,
  notFound: 5,
  invalid: 6,
  conflict: 7,
  unavailable: 8,
  unreachable: 9,
  partlyDone: 10,
  checkFailed: 11,
  stillPending: 12,
  inDoubt: 13,
  emulatorFailed: 125,
} as const

export type ExitName = keyof typeof EXIT

/** What `inpk help exit-codes` says of each. */
export const EXIT_MEANINGS: Record<ExitName, string> = {
  done: 'done',
  failure: 'any other failure',
  usage: 'wrong usage: unknown command or option, or an invalid value',
  unauthenticated: 'not authenticated (401)',
  forbidden: 'not allowed (402, 403)',
  notFound: 'not found (404)',
  invalid: 'rejected as invalid (400, 413, 415, 422), or a file that fails its check',
  conflict: 'conflict (409)',
  unavailable: 'still limited or unavailable after all retries (429, 5xx)',
  unreachable: 'could not reach the service, or the host is wrong (a 2xx that is not JSON)',
  partlyDone: "partly done: some rows were rejected, or part of a response can't be read",
  checkFailed: 'a check failed',
  stillPending: 'still pending when the time to wait ran out',
  inDoubt: 'in doubt: a response was lost, so the request may have been carried out',
  emulatorFailed: 'the emulator itself failed under `emulator exec` (otherwise the exit code of the command)',
}

const SIGNAL_NUMBERS: Record<string, number> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGABRT: 6,
  SIGKILL: 9,
  SIGSEGV: 11,
  SIGTERM: 15,
}

/** 128 + the number of the signal that ended a command. */
export function signalExitCode(signal: string): number {
  return 128 + (SIGNAL_NUMBERS[signal] ?? 0)
}

/** The exit code for an error answer, by its status (cli.md section 1). */
export function exitCodeOfStatus(status: number): number {
  if (status === 401) return EXIT.unauthenticated
  if (status === 402 || status === 403) return EXIT.forbidden
  if (status === 404) return EXIT.notFound
  if (status === 400 || status === 413 || status === 415 || status === 422) return EXIT.invalid
  if (status === 409) return EXIT.conflict
  if (status === 429 || status >= 500) return EXIT.unavailable
  return EXIT.failure
}
