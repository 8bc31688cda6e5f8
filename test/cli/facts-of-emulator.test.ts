import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { writeEmulatorFile } from '../../src/commands/emulator/emulator-file.js'
import { scratchFolder, writeFile } from '../commands/scratch.js'
import { runInpk } from './run-inpk.js'

const STARTED = '2026-03-01T00:00:00Z'
const BEFORE = new Date('2026-02-01T00:00:00Z')

/** `inpk config` in a folder with this facts file, in which an emulator runs. */
async function configIn(content: string, { played, editedAt }: { played?: string; editedAt?: Date } = {}) {
  const cwd = scratchFolder()
  const path = writeFile(cwd, 'inpk.facts.yaml', content)
  utimesSync(path, editedAt ?? BEFORE, editedAt ?? BEFORE)
  const other = played === 'other' ? writeFile(cwd, 'other.yaml', '') : path
  if (played === 'other') utimesSync(other, BEFORE, BEFORE)
  writeEmulatorFile(join(cwd, '.inpk'), {
    started_at: STARTED,
    base_url: 'http://127.0.0.1:4777',
    dashboard_url: 'http://127.0.0.1:4778',
    ...(played === undefined ? {} : { facts_file: other }),
  })
  const env = { INPK_CONFIG_DIR: cwd }
  const { code, stdout, stderr } = await runInpk(['config', '--json'], { cwd, env })
  const warned = (await runInpk(['config'], { cwd, env, columns: 400 })).stderr
  return { path, code, facts: stdout === '' ? undefined : JSON.parse(stdout).facts_file, stderr, warned }
}

const FACTS = 'status:createGroup: { success: 201 }\n'

describe('a facts file in a folder where an emulator runs (newcomer 1b-9)', () => {
  it('that the emulator was started without is named as not in use, and `config` says why', async () => {
    const { code, path, facts, warned } = await configIn(FACTS)
    expect([code, facts.value]).toEqual([0, null])
    expect(facts.origin).toMatch(/^the running emulator \(pid \d+\), started without facts$/)
    expect(warned).toContain(
      `warning: ${path} is not in use: the running emulator was started without facts. Restart it to apply this file.`,
    )
  })

  it('is refused with line and reason if it is broken, used or not', async () => {
    const { code, path, stderr } = await configIn('status:createGroup:\n  success: 9\n')
    expect([code, stderr]).toEqual([6, expect.stringContaining(`${path}:2:`)])
  })

  it('other than the one that the emulator was started with is named as not in use', async () => {
    const { facts, warned } = await configIn(FACTS, { played: 'other' })
    expect(facts.value).toMatch(/other.yaml$/)
    expect(warned).toMatch(/inpk.facts.yaml is not in use: .* was started with \S+other.yaml/)
  })

  it('that was edited after the start is named; one that was not is used and nothing said', async () => {
    const edited = await configIn(FACTS, { played: 'same', editedAt: new Date('2026-03-02T00:00:00Z') })
    expect(edited.warned).toContain('changed after the running emulator was started. Restart it')
    const kept = await configIn(FACTS, { played: 'same' })
    expect([kept.facts.value, kept.warned]).toEqual([kept.path, expect.not.stringContaining('warning')])
  })

  it.each(['other.yaml', 'none'])(
    'other than that of the emulator, named by --facts for one command, is used with a warning: %s',
    async (name) => {
      const cwd = scratchFolder()
      writeFile(cwd, 'other.yaml', FACTS)
      writeEmulatorFile(join(cwd, '.inpk'), {
        started_at: STARTED,
        base_url: 'http://127.0.0.1:4777',
        dashboard_url: 'http://127.0.0.1:4778',
        facts_file: writeFile(cwd, 'played.yaml', ''),
      })
      const { stderr } = await runInpk(['config', '--facts', name], {
        cwd,
        env: { INPK_CONFIG_DIR: cwd },
        columns: 400,
      })
      expect(stderr).toMatch(
        /warning: (no facts|\S+other.yaml) \(--facts\) applies to this command only: .* was started with \S+played.yaml/,
      )
    },
  )
})
