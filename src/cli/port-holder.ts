import { readdir, readFile, readlink } from 'node:fs/promises'
import { Failure } from '../terminal/failure.js'

const LISTENING = '0A'

/** The process that listens on a port. */
export interface PortHolder {
  pid: number
  /** The first words of its command line; empty if the system does not tell. */
  command: string
  /** Its working folder; absent where only its owner may see it. */
  folder?: string
}

/** Who listens on a TCP port of this machine; undefined if the system does not tell (only Linux does). */
export async function findPortHolder(port: number): Promise<PortHolder | undefined> {
  try {
    const inodes = new Set([...(await listeningInodes('tcp', port)), ...(await listeningInodes('tcp6', port))])
    const pid = inodes.size === 0 ? undefined : await findOwner(inodes)
    if (pid === undefined) return undefined
    const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0').slice(0, 4).join(' ').trim()
    const folder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined)
    return { pid: Number(pid), command, ...(folder === undefined ? {} : { folder }) }
  } catch {
    return undefined
  }
}

/** The refusal of a port that is in use, with who holds it. */
export async function portInUse(
  port: number | undefined,
  cause: unknown,
  hintFor: (holder: PortHolder | undefined) => string,
): Promise<Failure> {
  const holder = port === undefined ? undefined : await findPortHolder(port)
  return new Failure({
    exit: 'conflict',
    code: 'PORT_IN_USE',
    message: `port ${port} is in use${holder ? ` by ${holderText(holder)}` : ''}`,
    hint: hintFor(holder),
    cause,
  })
}

/** A holder as `node server.js (pid 12, in /home/ada)`. */
function holderText({ pid, command, folder }: PortHolder): string {
  return `${command === '' ? 'a process' : command} (pid ${pid}${folder === undefined ? '' : `, in ${folder}`})`
}

async function listeningInodes(table: 'tcp' | 'tcp6', port: number): Promise<string[]> {
  const wanted = port.toString(16).toUpperCase().padStart(4, '0')
  const rows = (await readFile(`/proc/net/${table}`, 'utf8')).split('\n').slice(1)
  return rows
    .map((row) => row.trim().split(/\s+/))
    .filter(([, local, , state]) => local?.endsWith(`:${wanted}`) && state === LISTENING)
    .flatMap((columns) => columns[9] ?? [])
}

async function findOwner(inodes: ReadonlySet<string>): Promise<string | undefined> {
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  for (const pid of processes) {
    const descriptors = await readdir(`/proc/${pid}/fd`).catch(() => [])
    for (const descriptor of descriptors) {
      const target = await readlink(`/proc/${pid}/fd/${descriptor}`).catch(() => '')
      const inode = /^socket:\[(\d+)\]$/.exec(target)?.[1]
      if (inode && inodes.has(inode)) return pid
    }
  }
  return undefined
}
