import type { Files } from '../adapters/files.js'
import { FormatError } from './errors.js'
import { findDocument, stableCopy, writeDocument } from './snapshot-file.js'

/** A value and the change that brought it; null: taken away by that change. */
interface SecretVersion {
  seq: number
  value: string | null
}

/** Every version not yet known to be outdated, by secret; oldest first. */
export type SecretVersions = Record<string, SecretVersion[]>

/** The change a set makes to the secrets. */
export interface SecretChange {
  set?: Record<string, string>
  remove?: readonly string[]
}

/** Versions of a folder's secrets; none when there is no file. Throws DamagedFileError, FormatError. */
export async function readSecrets(files: Files, path: string, formats: readonly number[]): Promise<SecretVersions> {
  const found = (await findDocument(files, path)) as { format: number; secrets: SecretVersions } | undefined
  if (found === undefined) return {}
  const { format, secrets } = found
  if (!formats.includes(format)) throw new FormatError(path, format, formats[0]!)
  return secrets
}

export async function writeSecrets(files: Files, path: string, format: number, secrets: SecretVersions): Promise<void> {
  await writeDocument(files, path, { format, secrets: stableCopy(secrets) })
}

/** Adds what change `seq` does; the versions before it stay as long as undo can go back to them. */
export function addSecretVersions(secrets: SecretVersions, seq: number, change: SecretChange): SecretVersions {
  const next = { ...secrets }
  const add = (id: string, value: string | null): void => {
    next[id] = [...(next[id] ?? []), { seq, value }]
  }
  for (const id of change.remove ?? []) add(id, null)
  for (const [id, value] of Object.entries(change.set ?? {})) add(id, value)
  return next
}

/** Takes away the versions of changes that never reached the disk. */
export function dropSecretsAfter(secrets: SecretVersions, seq: number): SecretVersions {
  return mapVersions(secrets, (versions) => versions.filter((version) => version.seq <= seq))
}

/** Takes away the versions outdated by a change up to `seq`: nothing can go back to before it. */
export function dropOutdatedSecrets(secrets: SecretVersions, seq: number): SecretVersions {
  return mapVersions(secrets, (versions) => {
    const current = versions.findLastIndex((version) => version.seq <= seq)
    return versions.slice(versions[current]?.value === null ? current + 1 : Math.max(0, current))
  })
}

/** Versions of all secrets. */
export function countVersions(secrets: SecretVersions): number {
  return Object.values(secrets).reduce((sum, versions) => sum + versions.length, 0)
}

function mapVersions(secrets: SecretVersions, change: (versions: SecretVersion[]) => SecretVersion[]): SecretVersions {
  const changed = Object.entries(secrets).map(([id, versions]) => [id, change(versions)] as const)
  return Object.fromEntries(changed.filter(([, versions]) => versions.length > 0))
}

/** The newest value of a secret. */
export function findSecret(secrets: SecretVersions, id: string): string | undefined {
  return Object.hasOwn(secrets, id) ? (secrets[id]?.at(-1)?.value ?? undefined) : undefined
}

/** The value of a secret after change `seq`, as far back as versions are kept. */
export function findSecretAt(secrets: SecretVersions, id: string, seq: number): string | undefined {
  if (!Object.hasOwn(secrets, id)) return undefined
  return secrets[id]?.findLast((version) => version.seq <= seq)?.value ?? undefined
}

/** Where a snapshot keeps the secret of an id: a reset leaves it alone. */
export function snapshotSecret(snapshot: string, id: string): string {
  return `${snapshot}/${id}`
}

/** Names of the secrets no snapshot keeps. */
export function secretsOfPresent(secrets: SecretVersions): string[] {
  return Object.keys(secrets).filter((id) => !id.includes('/'))
}
