import { readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { scratchFolder, writeFile } from './scratch.js'
import { openBench, stageSource } from './with-emulator.js'

const NOTES = '# Notes\nCall Ada back.\n'

async function stage() {
  const bench = await openBench()
  await stageSource(bench, [{ text: 'Fine', external_id: 'a' }])
  const cwd = scratchFolder()
  writeFile(cwd, 'rows.csv', 'id,text\n61,Good\n62,\n')
  const run = (argv: readonly string[]) => bench.run(argv, { cwd, env: { INPK_CONFIG_DIR: join(cwd, 'config') } })
  const kept = () => readdirSync(cwd).filter((name) => statSync(join(cwd, name)).isFile() && textOf(name) === NOTES)
  const textOf = (name: string) => readFileSync(join(cwd, name), 'utf8')
  return { cwd, run, kept, textOf }
}

describe('what someone wrote is never lost to an option that names an output file', () => {
  it.each([
    ['push rows.csv --source Tickets --rejects notes.md'],
    ['feedback export --to notes.md'],
    ['emulator export --to notes.md'],
    ['learn rows.har --out notes.md'],
    ['record --to http://127.0.0.1:9 --out notes.md'],
    ['me --record notes.md'],
    ['webhooks listen --save notes.md'],
  ])('%s', async (line) => {
    const { cwd, run, kept } = await stage()
    writeFile(cwd, 'notes.md', NOTES)
    const { code, stderr } = await run(line.split(' '))
    expect([code === 0, stderr]).not.toEqual([true, ''])
    expect(kept().length, `${line}: ${stderr}`).toBe(1)
  })

  it('push --rejects keeps a copy, and says so; the file stays the one that links lead to', async () => {
    const { cwd, run, kept, textOf } = await stage()
    writeFile(cwd, 'notes.md', NOTES)
    symlinkSync('notes.md', join(cwd, 'link.md'))
    const { stderr } = await run(['push', 'rows.csv', '--source', 'Tickets', '--rejects', 'link.md'])
    expect(stderr).toContain('link.md already existed; it is kept as link.kept.md.')
    expect([kept(), textOf('notes.md').includes('must not be blank')]).toEqual([['link.kept.md'], true])
    const again = await run(['push', 'rows.csv', '--source', 'Tickets', '--rejects', 'link.md', '--restart'])
    expect(again.stderr).not.toContain('kept as')
  })
})
