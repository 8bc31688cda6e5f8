import { describe, expect, it } from 'vitest'
import { stdinOf } from '../../cli/run-inpk.js'
import { scratchFolder, writeFile } from '../scratch.js'
import { openBench, stageSource } from '../with-emulator.js'

const template = (text: string) => stdinOf(JSON.stringify({ subject: 'Hi', text, html: '<p>Hi</p>', variables: [] }))

describe('invite templates', () => {
  it('are set, shown and removed by the name of the source (B5)', async () => {
    const bench = await openBench()
    const { source } = await stageSource(bench)
    const run = async (verb: string, ...more: string[]) =>
      (await bench.run(['emulator', 'templates', verb, 'Tickets', ...more], { stdin: template('{{survey_link}}') }))
        .stdout
    expect(await run('set', '-')).toContain(`Source ${source} has an invite template`)
    expect(await run('show')).toContain('{{survey_link}}')
    expect(await run('delete')).toContain('Deleted the invite template')
  })

  it('that use an unknown variable are refused with those that are always there (B5)', async () => {
    const bench = await openBench()
    await stageSource(bench)
    const argv = ['emulator', 'templates', 'set', 'Tickets', '-']
    const { stderr } = await bench.run(argv, { stdin: template('Dear {{name}}') })
    expect(stderr).toContain(
      'uses {{name}}, which is not listed in variables (always available: {{survey_link}}, {{email}})',
    )
  })

  it('are asked for whatever the file of recipients is called, as that of a pipe', async () => {
    const bench = await openBench()
    await stageSource(bench)
    const cwd = scratchFolder()
    writeFile(cwd, 'pipe', 'email\nada@example.com\n')
    const { stderr } = await bench.run(['invites', 'send', 'Tickets', 'pipe', '--json'], { cwd })
    expect(JSON.parse(stderr).error.code).toBe('INVITE_TEMPLATE_MISSING')
  })

  it('that are missing are asked for once, with the command (B5)', async () => {
    const bench = await openBench()
    await stageSource(bench)
    const stdin = stdinOf('email\nada@example.com\n')
    const { stderr } = await bench.run(['invites', 'send', 'Tickets', '-', '--json'], { stdin })
    expect(JSON.parse(stderr).error).toMatchObject({
      code: 'INVITE_TEMPLATE_MISSING',
      message: '"Tickets" has no invite template',
      hint: 'Write one on the dashboard, or in the emulator with `inpk emulator templates set SOURCE FILE`.',
    })
  })
})
