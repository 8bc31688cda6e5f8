import type { JournalStore, OutputFile } from '../../ingest/ports.js'

/** A journal that is gone with the command: for a dry run. */
export function createMemoryJournal(): JournalStore {
  const texts = new Map<string, string>()
  return {
    read: async (name) => texts.get(name),
    append: async (name, text) => void texts.set(name, (texts.get(name) ?? '') + text),
    write: async (name, text) => void texts.set(name, text),
    lock: async () => async () => {},
  }
}

/** A rejects file that is never written. */
export function discardOutput(): OutputFile {
  return { write: async () => {}, close: async () => {} }
}
