import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type LastActs, makeTemporaryFolder } from './temporary-folder.js'

/** The file by which clients trust an emulator that speaks HTTPS. */
export interface CertificateFile {
  path: string
  /** Takes it away, unless another emulator has written its own there. */
  remove(): void
}

/** Writes a certificate (PEM) into the data directory, where it has the same path at every start. */
export function writeCertificate(directory: string, certificate: string): CertificateFile {
  return certificateFile(join(directory, 'emulator-cert.pem'), certificate)
}

/** The same in a folder of its own, for an emulator that has no data directory. */
export function writeTemporaryCertificate(certificate: string, lastActs: LastActs): CertificateFile {
  const folder = makeTemporaryFolder('inpk-https', lastActs)
  const { path } = certificateFile(join(folder.path, 'emulator-cert.pem'), certificate)
  return { path, remove: folder.remove }
}

function certificateFile(path: string, certificate: string): CertificateFile {
  writeFileSync(path, certificate, { mode: 0o600 })
  const remove = () => {
    if (findCertificates(path) === certificate) rmSync(path, { force: true })
  }
  return { path, remove }
}

/** The certificate, and those the environment names already: Node reads one file only. */
export function withExtraAuthorities(certificate: string, env: Readonly<Record<string, string | undefined>>): string {
  const extra = env.NODE_EXTRA_CA_CERTS ? findCertificates(env.NODE_EXTRA_CA_CERTS) : undefined
  return extra === undefined ? certificate : `${certificate}${extra}`
}

/** A file of certificates; undefined if it can't be read. */
export function findCertificates(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
