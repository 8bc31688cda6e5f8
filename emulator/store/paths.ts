/** Where the files of one organisation's folder are. */
export interface StorePaths {
  folder: string
  snapshot: string
  journal: string
  log: string
  secrets: string
  items: string
  blobs: string
  history: string
  /** Those that have a name; made with the first of them. */
  snapshots: string
}

/** Names every file of a folder in one place. */
export function storePaths(folder: string): StorePaths {
  return {
    folder,
    snapshot: `${folder}/snapshot.json`,
    journal: `${folder}/journal.jsonl`,
    log: `${folder}/log.jsonl`,
    secrets: `${folder}/secrets.json`,
    items: `${folder}/items`,
    blobs: `${folder}/blobs`,
    history: `${folder}/history`,
    snapshots: `${folder}/snapshots`,
  }
}
