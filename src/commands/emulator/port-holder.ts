import { readdir, readFile, readlink } from 'node:fs/promises'

const LISTENING = '0A'

/** Who listens on a TCP port of this machine, as `node (pid 12)`; undefined where the system does not tell (only Linux does). */
export async function describeHolder(port: number): Promise<string | undefined> {
  try {
    const inodes = new Set([...(await listeningInodes('tcp', port)), ...(await listeningInodes('tcp6', port))])
    const pid = inodes.size === 0 ? undefined : await findOwner(inodes)
    if (pid === undefined) return undefined
    const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0').slice(0, 4).join(' ').trim()
    return `${command === '' ? 'a process' : command} (pid ${pid})`
  } catch {
    return undefined
  }
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
