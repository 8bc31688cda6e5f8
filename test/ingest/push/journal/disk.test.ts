import { execFileSync, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  closeSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ownIdentity } from '../../../../src/base/process.js'
import { createFileJournal, diskPorts, openOutputFile, planPush, runPush } from '../../../../src/ingest/index.js'
import { listSpools, removeDeadSpools, spoolInput } from '../../../../src/ingest/spool.js'
import { skipWhere, withFullDevice } from '../../../skip.js'
import { TARGET } from '../../model/memory.js'
import { createService } from '../../model/service.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ingest-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const modeOf = (path: string) => statSync(path).mode & 0o777

describe('runs on disk', () => {
  it('a push from file to rejects, journal in a folder of its own, readable by its owner alone', async () => {
    const path = join(folder, 'a.csv')
    writeFileSync(path, 'id,text\n1,hello\n2,\n')
    const runs = join(folder, 'config', 'runs')
    const service = createService()
    const options = {
      ...{ client: service.client, target: TARGET, journal: createFileJournal(runs), openRejects: openOutputFile },
      ...{ ...diskPorts(), sleep: async () => undefined },
    }
    const plan = await planPush({ path }, diskPorts())
    const summary = await runPush(plan, options)
    expect(summary).toMatchObject({ rows: 2, inserted: 1, rejected: 1, rejects_file: `${path}.rejects.csv` })
    expect(readFileSync(`${path}.rejects.csv`, 'utf8')).toContain('3,text must not be blank')
    expect(modeOf(runs)).toBe(0o700)
    expect(readdirSync(runs).map((name) => [name.replace(/[\da-f]{40}/, '*'), modeOf(join(runs, name))])).toEqual([
      ['*.jsonl', 0o600],
      ['last-*.json', 0o600],
    ])
    expect(await runPush(plan, { ...options, journal: createFileJournal(runs) })).toMatchObject({
      already_finished: true,
    })
    expect(service.pushes).toHaveLength(1)
  })

  it('notices a file that changed between plan and run', async () => {
    const path = join(folder, 'a.csv')
    writeFileSync(path, 'text\nhello\n')
    const plan = await planPush({ path }, diskPorts())
    writeFileSync(path, 'text\nhello you\n')
    const service = createService()
    const run = runPush(plan, {
      ...{
        client: service.client,
        target: TARGET,
        journal: createFileJournal(join(folder, 'runs')),
        openRejects: openOutputFile,
      },
      ...{ ...diskPorts(), sleep: async () => undefined },
    })
    await expect(run).rejects.toMatchObject({ cause: { name: 'FileChangedError' } })
    expect(service.pushes).toEqual([])
  })

  it('keeps nothing of a stdin that breaks off', async () => {
    const broken = async function* () {
      yield Buffer.from('one\n')
      throw new Error('gone')
    }
    await expect(spoolInput(broken(), join(folder, 'spool'))).rejects.toThrow('gone')
    expect(readdirSync(join(folder, 'spool'))).toEqual([])
  })

  it('a run whose journal cannot be closed is released all the same', async () => {
    const journal = createFileJournal(folder)
    const release = await journal.lock('run')
    mkdirSync(join(folder, 'run.jsonl'))
    await expect(journal.append('run.jsonl', 'x', true)).rejects.toMatchObject({ code: 'EISDIR' })
    await expect(release()).rejects.toMatchObject({ code: 'EISDIR' })
    await (await createFileJournal(folder).lock('run'))()
  })

  it('says which file it was that could not be written (A24)', withFullDevice, async () => {
    const output = await openOutputFile('/dev/full')
    await expect(output.write('row\n')).rejects.toMatchObject({ code: 'ENOSPC', path: '/dev/full' })
    await output.close()
    symlinkSync('/dev/full', join(folder, 'run.jsonl'))
    const journal = createFileJournal(folder)
    const release = await journal.lock('run')
    await expect(journal.append('run.jsonl', 'intent', true)).rejects.toMatchObject({
      code: 'ENOSPC',
      path: join(folder, 'run.jsonl'),
    })
    await release()
  })

  it('says that a place cannot be kept where no folder can be made (A24)', async () => {
    writeFileSync(join(folder, 'file'), '')
    const journal = createFileJournal(join(folder, 'file', 'runs'))
    for (const act of [() => journal.lock('run'), () => journal.write('run', '')])
      await expect(act()).rejects.toMatchObject({
        name: 'JournalFolderError',
        message: expect.stringContaining('ENOTDIR'),
      })
  })

  it('says so too where the folder is there and takes no lock: it is full, or may only be read (A24)', async () => {
    const lock = createFileJournal(folder).lock('x'.repeat(300))
    const message = expect.stringContaining(`save push progress in ${folder} (ENAMETOOLONG)`)
    await expect(lock).rejects.toMatchObject({ name: 'JournalFolderError', message })
  })

  it(
    'sends nothing that is not in its journal when the disk of 2 MB is full (A24)',
    skipWhere(!canMount(), 'nothing can be mounted here'),
    async () => {
      for (let freePages = 0; freePages <= 18; freePages += process.env.INPK_SOAK ? 1 : 6) {
        // A disk of its own for each: what is removed from one may take a while to make room.
        const disk = join(folder, `disk-${freePages}`)
        mkdirSync(disk)
        execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', disk])
        try {
          await pushOnto(disk, freePages)
        } finally {
          execFileSync('umount', [disk])
        }
      }
    },
  )

  it('spools stdin to a file of its owner', async () => {
    const spool = join(folder, 'spool')
    const { path, remove } = await spoolInput(Readable.from([Buffer.from('one\n'), Buffer.from('two\n')]), spool)
    expect([readFileSync(path, 'utf8'), modeOf(path)]).toEqual(['one\ntwo\n', 0o600])
    await remove()
    expect(readdirSync(spool)).toEqual([])
  })

  it('removes what killed pushes spooled, and nothing a running one reads', async () => {
    const spool = join(folder, 'spool')
    const own = await spoolInput(Readable.from([Buffer.from('one\n')]), spool)
    const spooled = (holder: object | undefined) => {
      const path = join(spool, `stdin-${randomUUID()}`)
      writeFileSync(path, 'x')
      if (holder) writeFileSync(`${path}.lock.1`, JSON.stringify({ ...ownIdentity(), since: '', ...holder }))
      return path
    }
    for (const holder of [undefined, { pid: 2 ** 22 + 1 }, { start: '12345' }]) spooled(holder)
    const elsewhere = spooled({ place: 'another container' })
    writeFileSync(join(spool, 'notes.txt'), 'x')
    const kept = (await listSpools(spool)).filter(({ life }) => life !== 'dead')
    expect(new Set(kept.map(({ path, life }) => `${life} ${path}`))).toEqual(
      new Set([`alive ${own.path}`, `unknown ${elsewhere}`]),
    )
    await removeDeadSpools(spool)
    const names = [own.path, elsewhere].flatMap((path) => [basename(path), `${basename(path)}.lock.1`])
    expect(readdirSync(spool).sort()).toEqual(['notes.txt', ...names].sort())
  })
})

/** Only root may mount, and not everywhere. */
function canMount(): boolean {
  const probe = 'mkdir -p "$0" && mount -t tmpfs -o size=1m tmpfs "$0" && umount "$0"; code=$?; rmdir "$0"; exit $code'
  return spawnSync('sh', ['-c', probe, join(tmpdir(), `mount-${process.pid}`)]).status === 0
}

/** Fills a disk with one file, up to so many pages: what a disk says of its room may be behind what is taken. */
function leaveFree(filler: string, freePages: number): void {
  const { bavail, bsize } = statfsSync(dirname(filler))
  const file = openSync(filler, 'w')
  const page = Buffer.alloc(bsize)
  try {
    for (let written = 0; written <= 2 * bavail; written += 1) writeSync(file, page)
    throw new Error('the disk never was full')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    ftruncateSync(file, fstatSync(file).size - freePages * bsize)
  } finally {
    closeSync(file)
  }
}

/** Pushes 300 batches with their journal, of more than 18 pages, on a disk that has so many left, and again when there is room. */
async function pushOnto(disk: string, freePages: number): Promise<void> {
  const path = join(folder, 'many.csv')
  writeFileSync(path, `text\n${'same\n'.repeat(300)}`)
  const runs = join(disk, 'runs')
  mkdirSync(runs)
  leaveFree(join(disk, 'filler'), freePages)
  const service = createService()
  const run = async () => {
    const plan = await planPush({ path, batchItems: 1, externalId: 'none' }, diskPorts())
    return runPush(plan, {
      ...{ client: service.client, target: TARGET, journal: createFileJournal(runs), openRejects: openOutputFile },
      ...{ ...diskPorts(), sleep: async () => undefined },
    })
  }
  const failure = await run().catch((error) => error)
  const intents = readdirSync(runs).flatMap(
    (name) => readFileSync(join(runs, name), 'utf8').match(/"type":"sent"/g) ?? [],
  )
  expect([failure.code ?? failure.cause?.code, service.pushes.length <= intents.length]).toEqual(['ENOSPC', true])
  execFileSync('mount', ['-o', 'remount,size=8m', disk])
  expect(await run()).toMatchObject({ state: 'finished', inserted: 300 })
  expect(service.stored).toHaveLength(300)
}

describe('the lock of a run', () => {
  it('sends nothing more once another process has taken the run over', async () => {
    const journal = createFileJournal(folder)
    const release = await journal.lock('run')
    await journal.append('run.jsonl', 'intent', true)
    rmSync(join(folder, 'run.lock.1'))
    await expect(journal.append('run.jsonl', 'intent', true)).rejects.toMatchObject({ name: 'RunLockedError' })
    await release()
  })

  it('is held by one of many at once, and free after its release (A25)', async () => {
    const takes = await Promise.allSettled(Array.from({ length: 100 }, () => createFileJournal(folder).lock('run')))
    const held = takes.flatMap((take) => (take.status === 'fulfilled' ? [take.value] : []))
    expect(held).toHaveLength(1)
    expect(takes.filter(({ status }) => status === 'rejected')).toHaveLength(99)
    await held[0]!()
    await (await createFileJournal(folder).lock('run'))()
    expect(readdirSync(folder)).toEqual([])
  })

  it.each([
    ['of a process that is gone', { pid: 2 ** 22 + 1 }],
    ['of a process whose number another one has now', { start: 'long ago' }],
  ])('%s is taken over, by one of many', async (_, holder) => {
    for (let round = 0; round < 5; round += 1) {
      writeFileSync(join(folder, 'run.lock.1'), JSON.stringify({ ...ownIdentity(), since: '', ...holder }))
      const takes = await Promise.allSettled(Array.from({ length: 20 }, () => createFileJournal(folder).lock('run')))
      const held = takes.flatMap((take) => (take.status === 'fulfilled' ? [take.value] : []))
      expect(held).toHaveLength(1)
      await held[0]!()
    }
  })

  it('names the process that holds it', async () => {
    await createFileJournal(folder).lock('run')
    await expect(createFileJournal(folder).lock('run')).rejects.toMatchObject({
      name: 'RunLockedError',
      pid: process.pid,
    })
  })
})
