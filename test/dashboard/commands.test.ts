import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { dashboardPage } from '../../emulator/core/dashboard-page.js'
import { COMMANDS, forEmulator } from '../../emulator/dashboard/web/commands.js'
import { nameEmulator } from '../../src/cli/name-emulator.js'
import { createControlClient } from '../../src/client/control.js'
import { TREE } from '../../src/commands/tree.js'
import { stdinOf } from '../cli/run-inpk.js'
import { scratchFolder, writeFile } from '../commands/scratch.js'
import { type Bench, openBench } from '../commands/with-emulator.js'

const WEB = resolve(import.meta.dirname, '../../emulator/dashboard/web')

/** Each command of the page with what it needs, in an order in which each finds it. */
const LINES = {
  firstRequest: COMMANDS.firstRequest,
  firstPush: COMMANDS.firstPush,
  pushTo: COMMANDS.pushTo('1'),
  advanceClock: COMMANDS.advanceClock,
  waitForAnalysis: COMMANDS.waitForAnalysis('1'),
  newMonitor: COMMANDS.newMonitor,
  newKey: COMMANDS.newKey,
  showKey: COMMANDS.showKey('KEY'),
  trigger: COMMANDS.trigger,
  replay: COMMANDS.replay('dlv_1'),
  testSubscription: COMMANDS.testSubscription('1'),
  sendInvites: COMMANDS.sendInvites('1', ['name', 'order_id']),
  showMail: COMMANDS.showMail('msg_1'),
  eraseItem: COMMANDS.eraseItem("it's 2"),
  newFault: COMMANDS.newFault,
} satisfies Partial<Record<keyof typeof COMMANDS, string>>

/** Those that other tests run: they go on until they are ended, or ask the running emulator by its file. */
const RUN_ELSEWHERE = ['listen', 'environment']

describe('the command lines that the dashboard shows', () => {
  let bench: Bench
  let key: string
  const cwd = scratchFolder()

  beforeAll(async () => {
    bench = await openBench({ outbound: async () => ({ status: 204 }) })
    const options = { dashboardUrl: bench.emulator.dashboardUrl, transport: bench.emulator.handle }
    const control = createControlClient(options)
    await control.createSubscription({ body: { url: 'https://127.0.0.1:9/', events: ['content.pushed'], local: true } })
    await control.setSenderDomain({ body: { domain: 'mail.example.com', status: 'verified' } })
    key = (await control.listKeys()).items[0]!.id
  })

  it('are all in this test', () => {
    expect([...Object.keys(LINES), ...RUN_ELSEWHERE].sort()).toEqual(Object.keys(COMMANDS).sort())
    const sources = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name))
    const written = sources.filter((name) => name !== 'commands.ts' && /['"`$]inpk [a-z]/.test(textOf(name)))
    expect(written, 'command lines are written in commands.ts alone').toEqual([])
    const unused = Object.keys(COMMANDS).filter(
      (name) => !sources.some((each) => textOf(each).includes(`COMMANDS.${name}`)),
    )
    expect(unused).toEqual([])
  })

  it.each(Object.entries(LINES))('%s runs: %s', async (name, line) => {
    if (name === 'sendInvites') await setTemplate()
    const [piped, printed, rest] = /^printf '([^']*)' \| (.*)$/.exec(line) ?? [undefined, undefined, line]
    for (const each of rest!.replace('KEY', key).split(' && ')) {
      const [program, ...argv] = wordsOf(each)
      expect(program).toBe('inpk')
      const options = { cwd, ...(piped && { stdin: stdinOf(printed!.replaceAll('\\n', '\n')) }) }
      const ran = await bench.run(name === 'eraseItem' ? [...argv, '--yes'] : argv, options)
      expect(ran.code, ran.stderr).toBe(0)
      await bench.emulator.idle()
    }
  })

  it('name the organisation where another one is shown, or its key', async () => {
    const { org_id: id, keys } = await bench.json(['emulator', 'orgs', 'create', 'Elsewhere'])
    const line = forEmulator(COMMANDS.newMonitor, { org: id, apiKey: keys.test.all })
    expect(line).toBe(`${COMMANDS.newMonitor} --org ${id}`)
    expect((await bench.run(wordsOf(line).slice(1), { cwd })).code).toBe(0)
    expect(await bench.json(['emulator', 'monitors', 'list', '--org', id])).toHaveLength(1)
    expect(forEmulator(COMMANDS.firstRequest, { org: id, apiKey: 'inpk_key' })).toBe('INPK_API_KEY=inpk_key inpk me')
  })

  it.each([{ data: '/a b' }, { org: '2' }, { data: '/a b', org: '2' }])(
    'name the emulator as the hints of commands do: %j',
    async (named) => {
      for (const value of Object.values(COMMANDS)) {
        const line = typeof value === 'string' ? value : value('1')
        if (!/^inpk (emulator|webhooks) /.test(line)) continue
        const hint = await nameEmulator(`\`${line}\``, { tree: TREE, named })
        expect(`\`${forEmulator(line, named)}\``).toBe(hint)
      }
    },
  )

  it('use the address and the keys of an emulator with a data folder of its own', () => {
    const named = { data: '/a b', org: '2', apiKey: 'inpk_key' }
    const environment = `eval "$(inpk emulator env --data '/a b')" && `
    expect(forEmulator(COMMANDS.firstRequest, { data: '/a b' })).toBe(`${environment}inpk me`)
    expect(forEmulator(COMMANDS.firstRequest, named)).toBe(`${environment}INPK_API_KEY=inpk_key inpk me`)
    expect(forEmulator(COMMANDS.pushTo('1'), named)).toBe(
      `${environment}inpk examples && INPK_API_KEY=inpk_key inpk push inpk-examples/app-reviews.csv --source 1`,
    )
    expect(forEmulator(COMMANDS.sendInvites('1'), named)).toBe(
      `${environment}printf 'email\\nada@example.org\\n' | INPK_API_KEY=inpk_key inpk invites send 1 -`,
    )
    expect(forEmulator(COMMANDS.trigger, named)).toBe(`${environment}inpk webhooks trigger content.pushed --org 2`)
    expect(dashboardPage('http://127.0.0.1:4600', '/a "b')).toContain('<meta name="inpk-data" content="/a &quot;b">')
    expect(dashboardPage('http://127.0.0.1:4600', null)).not.toMatch(/inpk-(data|by-address)/)
  })

  it('use the address of the dashboard where no folder leads to the emulator, as with one that a program started', () => {
    const url = 'http://127.0.0.1:4601'
    const environment = `eval "$(INPK_EMULATOR_URL=${url} inpk emulator env)" && `
    expect(forEmulator(COMMANDS.environment, { url })).toBe(`INPK_EMULATOR_URL=${url} inpk emulator env`)
    expect(forEmulator(COMMANDS.showMail('3'), { url, org: '2' })).toBe(
      `INPK_EMULATOR_URL=${url} inpk emulator outbox show 3 --org 2`,
    )
    expect(forEmulator(COMMANDS.firstRequest, { url })).toBe(`${environment}inpk me`)
    const page = dashboardPage('http://127.0.0.1:4600')
    expect(page).toContain('<meta name="inpk-by-address"')
    expect(page).not.toContain('inpk-data')
  })

  async function setTemplate(): Promise<void> {
    const file = writeFile(cwd, 'template.json', {
      subject: 'Hello',
      text: 'How was it?',
      html: '<p>How was it?</p>',
      variables: ['name', 'order_id'].map((each) => ({ name: each, required: true })),
    })
    const { code, stderr } = await bench.run(['emulator', 'templates', 'set', '1', file], { cwd })
    expect(code, stderr).toBe(0)
  }
})

function textOf(name: string): string {
  return readFileSync(join(WEB, name), 'utf8')
}

/** What a shell makes of a line: words between blanks, those in single quotes as they are. */
function wordsOf(line: string): string[] {
  return Array.from(line.matchAll(/(?:'[^']*'|\\'|[^\s'\\])+/g), ([word]) =>
    word.replace(/'([^']*)'|\\'/g, (_, inner?: string) => inner ?? "'"),
  )
}
