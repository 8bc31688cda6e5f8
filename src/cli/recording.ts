import { resolve } from 'node:path'
import { count } from '../base/count.js'
import type { Transport } from '../contract/wire.js'
import { NoHarFileError } from '../har/har-file.js'
import { KEPT_BYTES } from '../har/observed.js'
import { openRecording, type Recording, recordedTransport } from '../har/recording.js'
import { Failure } from '../terminal/failure.js'
import type { Environment } from './environment.js'
import { ownSecrets } from './environment-secrets.js'
import { findOutputPath } from './output-path.js'
import type { Screen } from './screen.js'

interface Surroundings {
  environment: Environment
  screen: Screen
}

/** The recording of a command. */
export interface CommandRecording {
  /** The transport, with each of its exchanges recorded. */
  tap(transport: Transport): Transport
  /** Says how much was recorded, and leaves the file to others. */
  end(): Promise<void>
}

/** Opens the file that `--record` names, before anything is sent. Refuses another kind of file (exit code 6), and one that is in use (7). */
export async function openCommandRecording(given: string, surroundings: Surroundings): Promise<CommandRecording> {
  const recording = await openRecordingFile(given, surroundings)
  return {
    tap: (transport) => recordedTransport(transport, recording, surroundings.environment),
    async end() {
      await recording.close()
      await surroundings.screen.note(`Recorded ${count(recording.count, 'request')} to ${given}.`)
      await warnOfLarge(recording, surroundings.screen)
    },
  }
}

/** Opens a file for a recording without the secrets of the environment, and says if it was torn and where it ends early. */
export async function openRecordingFile(given: string, { environment, screen }: Surroundings): Promise<Recording> {
  await findOutputPath(environment, given)
  const recording = await openRecording(resolve(environment.cwd, given), {
    secrets: ownSecrets(environment.env),
    onTrouble: (why) => void screen.caution(`the recording to ${given} ended early: ${why}`),
  }).catch((error: unknown) => {
    throw error instanceof NoHarFileError ? refused(given, error) : error
  })
  if (recording.wasTorn) {
    await screen.caution(`the last entry of ${given} was incomplete and has been removed; the others are kept`)
  }
  return recording
}

/** Says that bodies were cut, which is else only in the file. */
export async function warnOfLarge({ large }: Recording, screen: Screen): Promise<void> {
  if (large === 0) return
  const kept = `only the first ${KEPT_BYTES / 1024 / 1024} MB of each body`
  await screen.warn(
    `${count(large, 'exchange')} had larger bodies: the file keeps ${kept}, and learning leaves those out`,
  )
}

function refused(given: string, error: NoHarFileError): Failure {
  return new Failure({
    exit: error.inUse ? 'conflict' : 'invalid',
    code: error.inUse ? 'RECORDING_IN_USE' : 'NO_HAR_FILE',
    message: `${given} ${error.message}`,
    hint: error.inUse
      ? 'Record to another file: `inpk learn FILE…` takes several.'
      : 'Nothing was written to it. Name another file.',
    cause: error,
  })
}
