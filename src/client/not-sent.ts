/** What a transport rejects with when nothing of the request has left this machine; its cause is why. */
export class NotSentError extends Error {
  override readonly name = 'NotSentError'

  constructor(override readonly cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause))
  }
}

/**
 * Does an exchange that calls `leaving` before the first byte of its request leaves. Rejects with `NotSentError` if it fails
 * before.
 */
export async function sayingWhetherSent<T>(work: (leaving: () => void) => Promise<T>): Promise<T> {
  let isSent = false
  const leaving = () => {
    isSent = true
  }
  try {
    return await work(leaving)
  } catch (error) {
    throw isSent ? error : new NotSentError(error)
  }
}
