import { stat } from 'node:fs/promises'

/** What stays a file's own when it is moved, and no other file ever has; undefined where it is gone. */
export async function fileId(path: string): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined)
  return found && `${found.dev}:${found.ino}:${found.birthtimeMs}`
}
