import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** One process among all that ever ran on any machine that shares a folder with this one. */
export interface ProcessIdentity {
  pid: number
  /** When it started, in the words of the operating system; empty where the system does not say. */
  start: string
  /** Where its pid is valid: one boot of one machine and, on Linux, one pid namespace. Empty if that can't be determined. */
  place: string
  /** Name of the machine or container, for people to read. */
  host: string
}

/** What can be said of a process from here. */
export type Life = 'alive' | 'dead' | 'unknown'

/** Loaded when used: every command reaches this file, and few start a program. */
const childProcess = () => process.getBuiltinModule('node:child_process')

let own: ProcessIdentity | undefined

/** The identity of this process. */
export function ownIdentity(): ProcessIdentity {
  own ??= { pid: process.pid, start: processStart(process.pid) ?? '', place: findPlace(), host: hostname() }
  return own
}

/**
 * Whether a process runs. `unknown` where its pid belongs to another machine or container, or where the system does not tell it
 * from a later process of the same pid. A zombie is dead: in a container without an init its pid answers for ever.
 */
export function lifeOf({ pid, start, place }: Pick<ProcessIdentity, 'pid' | 'start' | 'place'>): Life {
  return place === '' || place !== ownIdentity().place ? 'unknown' : lifeHere({ pid, start })
}

/** As `lifeOf`, of a process that is known to belong to this machine and container. */
export function lifeHere({ pid, start }: Pick<ProcessIdentity, 'pid' | 'start'>): Life {
  if (!answers(pid)) return 'dead'
  const now = processStart(pid)
  if (now === undefined) return 'dead'
  if (now === '' || start === '') return 'unknown'
  return now === start ? 'alive' : 'dead'
}

function answers(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // A process of another user may not be signalled, but it is there.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** When a process of this machine started; empty where the system does not say, undefined if the process has ended. */
export function processStart(pid: number): string | undefined {
  if (process.platform === 'linux') return linuxStart(pid)
  return process.platform === 'win32' ? '' : startFromPs(pid)
}

/** Clock ticks since the boot. */
function linuxStart(pid: number): string | undefined {
  try {
    // In a pid namespace without a /proc of its own, the numbers there are those of other processes.
    if (readlinkSync('/proc/self') !== String(process.pid)) return ''
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field, the program's name in parentheses, may hold spaces and parentheses itself.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19]
  } catch {
    // The process ended meanwhile, or /proc hides other users' processes.
    return answers(pid) ? '' : undefined
  }
}

function startFromPs(pid: number): string | undefined {
  try {
    const options = { encoding: 'utf8', stdio: 'pipe' } as const
    const [state = '', ...start] = childProcess()
      .execFileSync('ps', ['-o', 'state=,lstart=', '-p', String(pid)], options)
      .trim()
      .split(/\s+/)
    return state.startsWith('Z') ? undefined : start.join('-')
  } catch {
    return answers(pid) ? '' : undefined
  }
}

/** The first pid namespace of a machine has this number on every Linux: the one outside of all containers. */
const FIRST_NAMESPACE = 'pid:[4026531836]'

/** Whether this process sees every process of its machine, those in containers too, though under other pids. */
export function isOutsideContainers(): boolean {
  return process.platform !== 'linux' || ownIdentity().place.endsWith(FIRST_NAMESPACE)
}

function findPlace(): string {
  try {
    if (process.platform === 'linux') return `linux:${bootId()}:${readlinkSync('/proc/self/ns/pid')}`
    if (process.platform !== 'darwin') return `${process.platform}:${hostname()}`
    const options = { encoding: 'utf8', stdio: 'pipe' } as const
    return `darwin:${childProcess().execFileSync('sysctl', ['-n', 'kern.bootsessionuuid'], options).trim()}`
  } catch {
    return ''
  }
}

/** The id of this boot of the machine; Linux only. */
export function bootId(): string {
  return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
}
