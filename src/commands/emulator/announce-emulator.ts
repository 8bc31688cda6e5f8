import { basename, dirname, isAbsolute, relative, sep } from 'node:path'
import type { Emulator } from '../../../emulator/index.js'
import { BACKGROUND_LOG } from '../../cli/capped-log.js'
import type { Factory } from '../../cli/factory.js'
import { findRunning } from '../../cli/find-running.js'
import { type CertificateFile, writeCertificate, writeTemporaryCertificate } from '../../config/certificate-file.js'
import { WITHOUT_FACTS } from '../../config/facts-file.js'
import { dropEphemeralKeys, findRandomKeys, randomKeysPath, writeRandomKeys } from '../../config/random-keys.js'
import { DATA_DIRECTORY_NAME } from '../../config/running-emulator.js'
import type { LastActs } from '../../config/temporary-folder.js'
import { emulatorOptions } from '../../contract/emulator-lines.js'
import { makeFolderSync, writeEmulatorFile } from './emulator-file.js'
import { explainUnwritable, isNoFolder, isUnwritable } from './open-emulator.js'
import { factsVariable, type StartFacts, startFactsText } from './start-facts.js'
import { randomKeysText } from './status-view.js'

interface Started {
  emulator: Emulator
  directory: string
  ephemeral: boolean
  host: string | undefined
  randomKeys: boolean
  facts: StartFacts | undefined
}

/** What was laid down of an emulator. */
export interface Recorded {
  /** Whether commands find it. */
  isFound: boolean
  /** Absent where it speaks HTTP. */
  certificate?: CertificateFile
}

/**
 * Lays down where this emulator, its keys and its certificate are found, and says whether they are: an ephemeral one beside a running one leaves that one's
 * place alone, and in a folder that can't be written it has none.
 */
export async function recordEmulator(started: Started, { environment, screen }: Factory): Promise<Recorded> {
  const { emulator, directory } = started
  const other = findRunning(environment, directory)
  if (other) {
    await screen.warn(
      `an emulator (pid ${other.pid}) is already running in this folder: commands use that one, not this`,
    )
    return { isFound: false, ...elsewhere(emulator, environment) }
  }
  try {
    return { isFound: true, ...announceInFolder(started, environment.now()) }
  } catch (error) {
    if (!started.ephemeral || started.randomKeys || !isUnwritable(error)) throw explainUnwritable(error, directory)
    const url = emulator.dashboardUrl
    const why = isNoFolder(error) ? `${directory} is not a folder` : `${dirname(directory)} can't be written`
    await screen.warn(`${why}, so commands can't find this emulator automatically: set INPK_EMULATOR_URL=${url}`)
    return { isFound: false, ...elsewhere(emulator, environment) }
  }
}

function elsewhere({ certificate }: Emulator, lastActs: LastActs): Pick<Recorded, 'certificate'> {
  return certificate === undefined ? {} : { certificate: writeTemporaryCertificate(certificate, lastActs) }
}

function announceInFolder(started: Started, now: number): Pick<Recorded, 'certificate'> {
  const { emulator, directory } = started
  const keysFile = keepKeys(started)
  makeFolderSync(directory)
  const certificate = emulator.certificate === undefined ? undefined : writeCertificate(directory, emulator.certificate)
  const facts = factsVariable(started.facts)
  writeEmulatorFile(directory, {
    started_at: new Date(now).toISOString(),
    base_url: emulator.baseUrl,
    dashboard_url: emulator.dashboardUrl,
    random_keys: keysFile !== undefined,
    ...(keysFile === undefined ? {} : { keys_file: keysFile }),
    ...(facts === undefined || facts === WITHOUT_FACTS ? {} : { facts_file: facts }),
    ...(certificate === undefined ? {} : { ca_file: certificate.path }),
  })
  return certificate === undefined ? {} : { certificate }
}

/** Keys no one can know are shown once, to whoever started it: in a file, for what is said here may end up in a log. */
function keepKeys({ emulator, directory, ephemeral, randomKeys }: Started): string | undefined {
  if (ephemeral) dropEphemeralKeys(directory)
  const path = randomKeysPath(directory, ephemeral)
  if (randomKeys && Object.keys(emulator.newKeys).length > 0) writeRandomKeys(path, emulator.newKeys)
  return findRandomKeys(path) ? path : undefined
}

/** Says where it is, where its keys are, and how it is ended. */
export async function announce(started: Started & Recorded, { screen, environment }: Factory): Promise<void> {
  const { emulator, directory, ephemeral, host, isFound, certificate } = started
  const played = startFactsText(started.facts)
  const keys = randomKeysText(randomKeysPath(directory, ephemeral))
  for (const line of emulator.recovered) await screen.warn(line)
  if (host !== undefined && host !== '127.0.0.1') {
    await screen.warn(`listening on ${host}: anyone who can reach this address can use the emulator`)
  }
  await screen.note(`API        ${emulator.baseUrl}`)
  await screen.note(`Dashboard  ${emulator.dashboardUrl}`)
  await screen.note(`Data       ${ephemeral ? 'in memory, deleted on exit' : directory}`)
  if (certificate) {
    await screen.note(`Trust      NODE_EXTRA_CA_CERTS=${certificate.path} (Node)`)
    await screen.note(`           curl --cacert ${certificate.path}`)
  }
  if (played !== undefined) await screen.note(`Facts      ${played}`)
  if (keys) await screen.note(`Keys       ${keys}, readable only by you`)
  else if (isFound) await noteKeys(directory, environment.cwd, screen)
  else {
    const trust = certificate ? `NODE_EXTRA_CA_CERTS=${certificate.path} ` : ''
    await screen.note(`Keys       ${trust}INPK_EMULATOR_URL=${emulator.dashboardUrl} inpk emulator env`)
  }
  await screen.note(environment.env[BACKGROUND_LOG] ? '`inpk emulator stop` stops it.' : 'Ctrl-C stops it.')
}

/** The folder in which commands find an emulator with this data directory by themselves; undefined if they find it nowhere. */
function commandFolder(directory: string): string | undefined {
  return basename(directory) === DATA_DIRECTORY_NAME ? dirname(directory) : undefined
}

/** Whether a folder is another one, or somewhere in it. */
function isWithin(folder: string, cwd: string): boolean {
  const path = relative(folder, cwd)
  return path.split(sep)[0] !== '..' && !isAbsolute(path)
}

/** What commands here name an emulator with this data directory by, with `--data`; undefined if they find it by themselves. */
export function findDataOption(directory: string, cwd: string): string | undefined {
  const folder = commandFolder(directory)
  return folder !== undefined && isWithin(folder, cwd) ? undefined : directory
}

/** Where its keys are: in its folder commands find them by themselves, elsewhere they need a word. */
async function noteKeys(directory: string, cwd: string, screen: Factory['screen']): Promise<void> {
  const folder = commandFolder(directory)
  await screen.note(`Keys       inpk emulator env${emulatorOptions({ data: findDataOption(directory, cwd) })}`)
  await screen.note(
    folder === undefined
      ? '           (needed by commands without --data, such as `inpk push`)'
      : `           (not needed by commands in ${folder})`,
  )
}
