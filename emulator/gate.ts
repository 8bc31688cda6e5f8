/** Lets calls into an emulator until it is closed. */
export interface Gate {
  /** Closes without a fault: the data directory belongs to another emulator, so nothing can be written any more. */
  lose(): Promise<void>
  /** Throws from the first close on: by then another emulator may hold the data directory. */
  requireOpen(): void
  close(): Promise<void>
}

/** A gate that is open until it is closed, once, by `work`. */
export function createGate(work: () => Promise<void>): Gate {
  let done: Promise<void> | undefined
  return {
    lose() {
      done ??= work().catch(() => undefined)
      return done
    },
    requireOpen() {
      if (!done) return
      const message = 'this emulator is closed; start another with startEmulator'
      // To a client it is what a server that has gone is.
      throw Object.assign(new Error(message), { code: 'ECONNREFUSED' })
    },
    close() {
      done ??= work()
      return done
    },
  }
}
