import type { Factory } from '../../cli/factory.js'
import { refused, texts } from '../../cli/options.js'
import { readTextOf } from '../../cli/read-file.js'
import { wrongUsage } from '../../terminal/failure.js'

/** A signing secret and what it is called when it is spoken of. */
export interface NamedSecret {
  value: string
  /** The variable or the file; never the secret. */
  name: string
  variable?: string
}

const ADVICE = 'Put it into an environment variable and name that with --secret-env, or into a file for --secret-file.'

export const SECRET_OPTIONS = {
  secretEnv: texts('--secret-env <name>', 'environment variable that holds the signing secret'),
  secretFile: texts('--secret-file <path>', 'file that holds the secret; - reads stdin'),
  secret: refused('--secret [secret]'),
}

export const OLD_SECRET_OPTIONS = {
  oldSecretEnv: texts('--old-secret-env <name>', 'the same for a secret from before a rotation'),
  oldSecretFile: texts('--old-secret-file <path>', 'the same, from a file'),
  oldSecret: refused('--old-secret [secret]'),
}

interface Asked {
  secretEnv: readonly string[]
  secretFile: readonly string[]
  secret: boolean | undefined
}

interface OldAsked {
  oldSecretEnv: readonly string[]
  oldSecretFile: readonly string[]
  oldSecret: boolean | undefined
}

/** The secrets that were named, variables first; none if none was. Refuses one on the command line, and one that is missing. */
export async function readSigningSecrets(asked: Asked, factory: Factory): Promise<NamedSecret[]> {
  // Arguments are seen by every process and kept by shells.
  if (asked.secret) throw wrongUsage("a secret can't be passed on the command line", ADVICE)
  const fromVariables = asked.secretEnv.map((name) => secretOfVariable(name, factory))
  const fromFiles: NamedSecret[] = []
  for (const path of asked.secretFile) fromFiles.push(await secretOfFile(path, factory))
  return [...fromVariables, ...fromFiles]
}

/** The secrets from before a rotation. */
export function readOldSecrets(
  { oldSecretEnv, oldSecretFile, oldSecret }: OldAsked,
  factory: Factory,
): Promise<NamedSecret[]> {
  return readSigningSecrets({ secretEnv: oldSecretEnv, secretFile: oldSecretFile, secret: oldSecret }, factory)
}

/** At least one secret. Refuses if none was named. */
export async function requireSecrets(asked: Asked, factory: Factory): Promise<[NamedSecret, ...NamedSecret[]]> {
  const [first, ...more] = await readSigningSecrets(asked, factory)
  if (!first) throw wrongUsage('no secret was named', ADVICE)
  return [first, ...more]
}

/** The one secret to sign with. Refuses none and several. */
export async function requireOneSecret(asked: Asked, factory: Factory): Promise<NamedSecret> {
  const [secret, ...more] = await requireSecrets(asked, factory)
  if (more.length > 0) throw wrongUsage('several secrets given, but only one can sign', 'Name one.')
  return secret
}

function secretOfVariable(name: string, { environment }: Factory): NamedSecret {
  const value = Object.hasOwn(environment.env, name) ? environment.env[name] : undefined
  if (value) return { value, name, variable: name }
  // Whoever confuses the two must not see the secret repeated.
  const shown = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(name)
    ? `environment variable ${name}`
    : 'the environment variable named by --secret-env'
  throw wrongUsage(
    `${shown} is ${value === '' ? 'empty' : 'not set'}`,
    '--secret-env takes the name of an environment variable, not the secret itself.',
  )
}

async function secretOfFile(path: string, { environment, screen }: Factory): Promise<NamedSecret> {
  const text = await readTextOf(environment, path)
  const value = text.replace(/\r?\n$/, '')
  const name = path === '-' ? 'stdin' : path
  if (value === '') throw wrongUsage(`the secret in ${name} is empty`)
  if (value !== text && path !== '-') {
    await screen.note(
      `${name} ends with a line break, which is left out here; a receiver that reads it must do the same.`,
    )
  }
  return { value, name }
}
