import { beforeEach, describe, expect, test } from 'vitest'
import { EVENT_NAMES } from '../../../src/contract/events.js'
import { runInpk, stdinOf } from '../../cli/run-inpk.js'
import { scratchFolder, writeFile } from '../scratch.js'
import { type Bench, openBench, stageSource } from '../with-emulator.js'

let bench: Bench
beforeEach(async () => {
  bench = await openBench()
})

const emulator = (line: string) => ['emulator', ...line.split(' ')]
const json = (line: string) => bench.json(emulator(line))
const run = (line: string, surroundings = {}) => bench.run(emulator(line), surroundings)

describe('orgs', () => {
  test('create --clock --seed: what is asked for wins over what the seed says', async () => {
    const cwd = scratchFolder()
    writeFile(cwd, 'shop.yaml', 'organization: { name: Shop, plan: free }\ngroups: [{ name: Till }]\n')
    writeFile(cwd, 'bad.yaml', 'groups: 5\n')
    const create = (line: string) => bench.run(['emulator', 'orgs', 'create', ...line.split(' '), '--json'], { cwd })
    const { stdout } = await create('Acme --clock frozen@2026-03-01T00:00:00Z --seed shop.yaml')
    expect(JSON.parse(stdout)).toMatchObject({
      name: 'Acme',
      plan: 'free',
      clock: { mode: 'frozen', now: '2026-03-01T00:00:00.000Z' },
    })
    expect(await create('--seed bad.yaml')).toMatchObject({ code: 6, stderr: expect.stringContaining('bad.yaml:1:') })
    expect((await create('Acme --clock late')).code).toBe(2)
  })

  test('create, list, show, update, delete', async () => {
    const made = await json('orgs create Acme --plan free --rate-limits on')
    expect(made).toMatchObject({ org_id: '2', name: 'Acme', plan: 'free', rate_limits: true })
    expect(made.keys.test.all).toMatch(/^inpk_test_EMU/)
    expect((await run('orgs list')).stdout).toMatch(/2 +Acme +free +on/)
    expect(await json('orgs update 2 --plan 500 --per-minute 120 --name Globex')).toMatchObject({
      name: 'Globex',
      plan: { limit: 500 },
      per_org_per_minute: 120,
    })
    expect(await json('orgs show --org 2')).toMatchObject({ org_id: '2', name: 'Globex' })
    expect((await run('orgs delete 2')).stderr).toContain('CONFIRMATION_NEEDED')
    expect((await run('orgs delete 2 --yes')).stdout).toBe('Deleted organisation 2 and everything in it.\n')
    expect((await run('orgs show 2')).code).toBe(5)
  })

  test('delete asks on a terminal, and keeps the organisation unless the answer is yes', async () => {
    const { org_id: org } = await json('orgs create Precious')
    const typed = (answer: string, ...more: string[]) =>
      bench.run(['emulator', 'orgs', 'delete', org, ...more], { stdin: { ...stdinOf(answer), isTerminal: true } })
    const kept = await typed('n\n')
    const question = `Delete organisation ${org} (Precious) and everything in it? This can't be undone.`
    expect([kept.code, kept.stderr]).toEqual([1, expect.stringContaining(question)])
    expect((await json(`orgs show ${org}`)).name).toBe('Precious')
    expect((await typed('y\n')).code).toBe(0)
    expect((await run(`orgs show ${org}`)).code).toBe(5)
  })

  test('a wrong plan, or nothing to change: exit code 2; the default one stays: 6', async () => {
    expect((await run('orgs create --plan lots')).code).toBe(2)
    expect((await run('orgs update 1')).code).toBe(2)
    expect((await run('orgs delete 1 --yes')).code).toBe(6)
  })
})

describe('keys', () => {
  test('create, list, show, update, rotate, revoke; the key is shown twice in its life and works', async () => {
    const made = await json('keys create Nightly --scope push --rate-limit 120')
    expect(made).toMatchObject({ label: 'Nightly', scope: 'push', environment: 'test', rate_limit_per_minute: 120 })
    const withKey = (key: string) => bench.run(['me', '--json'], { env: { INPK_API_KEY: key } })
    expect(JSON.parse((await withKey(made.api_key)).stdout).key.name).toBe('Nightly')
    expect((await run('keys list')).stdout).toMatch(new RegExp(`${made.id} +Nightly +test +push +120 +active +1`))
    expect(await json(`keys show ${made.id}`)).not.toHaveProperty('api_key')
    expect(await json(`keys update ${made.id} --label Daily`)).toMatchObject({ label: 'Daily' })
    const rotated = await json(`keys rotate ${made.id}`)
    expect((await withKey(made.api_key)).code).toBe(3)
    expect((await withKey(rotated.api_key)).code).toBe(0)
    expect((await run(`keys revoke ${made.id}`)).stdout).toContain('Revoked key')
    expect((await withKey(rotated.api_key)).code).toBe(3)
    expect((await run('keys create Shown')).stdout).toMatch(/inpk_test_EMU\S+\nIt won't be shown again/)
  })

  test('an unknown key: exit code 5; an unknown scope or a limit out of range: 2', async () => {
    expect((await run('keys show EMUnobody1')).code).toBe(5)
    const { code, stderr } = await run('keys create X --scope pusch')
    expect([code, stderr]).toEqual([2, expect.stringContaining('push, create, send, mcp_read, all')])
    expect((await run('keys create X --rate-limit 301')).code).toBe(2)
    expect((await run('keys update EMUnobody1')).code).toBe(2)
  })

  test('--org is about another organisation', async () => {
    await json('orgs create Other')
    await json('keys create There --org 2')
    const labels = async (line: string) => (await json(line)).map(({ label }: { label: string }) => label)
    expect(await labels('keys list --org 2')).toContain('There')
    expect(await labels('keys list')).not.toContain('There')
  })
})

describe('members', () => {
  test('create, list, show, deactivate, activate; a bound mcp_read key stops with its member', async () => {
    const member = await bench.json(['emulator', 'members', 'create', 'Ada Lovelace', 'ada@example.com'])
    expect(member).toMatchObject({ name: 'Ada Lovelace', active: true })
    const key = await json(`keys create Assistant --scope mcp_read --member ${member.id}`)
    expect((await run(`members deactivate ${member.id}`)).stdout).toContain('is inactive')
    expect((await json(`keys show ${key.id}`)).state).toBe('stopped')
    expect((await run(`members activate ${member.id}`)).stdout).toContain('is active')
    expect((await run('members list')).stdout).toMatch(/Ada Lovelace +ada@example.com +yes/)
    expect(await json(`members show ${member.id}`)).toMatchObject({ email: 'ada@example.com' })
  })

  test('an address that is none: exit code 6, the member named', async () => {
    const { code, stderr } = await run('members create Ada nowhere')
    expect([code, stderr]).toEqual([6, expect.stringContaining('email')])
  })
})

describe('connections', () => {
  test('a sign-in that waits is listed, approved in the name of a member, and ended', async () => {
    const { emulator } = bench
    const callback = 'http://127.0.0.1:4/cb'
    const post = { method: 'POST', headers: { 'content-type': 'application/json' } }
    const url = `${emulator.dashboardUrl}/oauth/register`
    const made = await emulator.handle({
      ...post,
      url,
      body: JSON.stringify({ redirect_uris: [callback], client_name: 'Helper' }),
    })
    const { client_id } = JSON.parse(Buffer.from(made.body).toString())
    const asked = {
      response_type: 'code',
      client_id,
      redirect_uri: callback,
      code_challenge: 'c'.repeat(43),
      code_challenge_method: 'S256',
    }
    const ask = async () => {
      await emulator.handle({
        method: 'GET',
        url: `${emulator.dashboardUrl}/oauth/authorize?${new URLSearchParams(asked)}`,
        headers: {},
      })
      return (await json('connections list')).at(-1).id
    }
    expect((await run('connections list')).stdout).toBe('')
    const id = await ask()
    expect((await run('connections list')).stdout).toMatch(/Helper +requested/)
    expect((await run(`connections approve ${id} --member 9`)).code).toBe(5)
    expect((await run(`connections approve ${id}`)).stdout).toMatch(
      /reads for member 1\.\n.*\nhttp:\/\/127.0.0.1:4\/cb\?code=inpk_ac_/,
    )
    expect((await run(`connections approve ${id}`)).code).toBe(5)
    expect((await run(`connections revoke ${id}`)).stdout).toBe(`Revoked connection ${id}.\n`)
    expect((await json('connections list')).map(({ state }: { state: string }) => state)).toEqual(['revoked'])
    await run(`connections revoke ${await ask()}`)
    expect(await json('connections list')).toHaveLength(1)
    expect((await run('connections revoke con_nothing')).code).toBe(5)
  })
})

describe('subscriptions', () => {
  test('create, list, show, update, pause, resume, secret, test, delete', async () => {
    const made = await json('subscriptions create https://example.com/hook')
    expect(made.events).toEqual(EVENT_NAMES)
    expect(made.secret.length).toBeGreaterThan(10)
    expect(await json('subscriptions show 1')).not.toHaveProperty('secret')
    expect((await json('subscriptions update 1 --event content.pushed')).events).toEqual(['content.pushed'])
    expect((await run('subscriptions pause 1')).stdout).toContain('is paused')
    expect((await run('subscriptions list')).stdout).toMatch(/example.com\/hook +content.pushed +paused +0/)
    expect((await run('subscriptions resume 1')).stdout).toContain('is active')
    expect((await run('subscriptions secret 1')).stdout).toMatch(/Secret \S+\nIt won't be shown again/)
    expect((await run('subscriptions delete 1')).stdout).toBe('Deleted subscription 1.\n')
    expect((await run('subscriptions test 1')).code).toBe(5)
  })

  test('plain http abroad is refused: exit code 6; an unknown event: 2', async () => {
    expect((await run('subscriptions create http://example.com/hook')).code).toBe(6)
    expect((await run('subscriptions create https://example.com --event content.pulled')).code).toBe(2)
    expect((await run('subscriptions update 1')).code).toBe(2)
  })
})

describe('faults', () => {
  test('add, list with hits, clear', async () => {
    const added = await run('faults add getMe status --status 418 --code TEAPOT --times 2')
    expect(added.stdout).toMatch(/^Added fault \d+: getMe status 418, TEAPOT, 2 times\n$/)
    const { stderr } = await bench.run(['me'])
    expect(stderr).toContain('TEAPOT, 418')
    expect((await run('faults list')).stdout).toMatch(/getMe +status 418, TEAPOT +2 +1/)
    await json('faults add pushBulk busy')
    expect(await json('faults clear')).toEqual({ cleared: 2 })
    expect(await json('faults list')).toEqual([])
    const one = await json('faults add * busy --after 5')
    expect((await run(`faults clear ${one.id}`)).stdout).toBe('Cleared 1 fault.\n')
    expect((await run(`faults clear ${one.id}`)).code).toBe(5)
  })

  test('aimed by path, key, source and member, with a body of its own', async () => {
    await bench.run(['groups', 'create', 'Aims'])
    const made = await bench.run(['sources', 'create', 'Aims', '--group', 'Aims', '--question', 'TEXT: Why?', '--json'])
    const source = JSON.parse(made.stdout).survey_id
    const key = (await json('keys create Aim')).id
    const own = ['--member', 'a.b=1', '--member', 'c[*]=x y', '--body', '{"a":1}', '--header', 'X-A: b']
    const aim = `--path /content/* --source Aims --key ${key} --content-type text/x`
    const line = `emulator faults add pushContent status --status 500 ${aim}`.split(' ')
    const added = await bench.run([...line, ...own])
    expect([added.stderr, added.stdout]).toEqual([
      '',
      expect.stringContaining(`; only path /content/*, key ${key}, source ${source}, a.b=1, c[*]=x y\n`),
    ])
    const [listed] = await json('faults list')
    expect(listed).toMatchObject({
      match: { path: '/content/*', key_id: key, source_id: source, body: { 'a.b': '1', 'c[*]': 'x y' } },
      body: '{"a":1}',
      headers: { 'x-a': 'b', 'content-type': 'text/x' },
    })
    expect((await run('faults list')).stdout).toContain(`source ${source}`)
    await json('faults clear')
  })

  test('aimed at a path by its end', async () => {
    await json('faults add pushContent status --status 500 --path *push')
    expect(await json('faults list')).toMatchObject([{ match: { path: '*push' } }])
    await json('faults clear')
  })

  test.each([
    ['add getMe status --status 500 --path me', '--path must start with / or *, got "me"'],
    ['add getMe status --status 500 --member x', 'expected --member path=value, got "x"'],
    ['add getMe reset --body x', '--body is only for the kind status, not for reset'],
    ['add getMe reset --header a:b', '--header is only for the kind status, not for reset'],
    ['add getMe status --status 500 --content-type a/b', '--content-type needs --body'],
    ['add getMe status --status 500 --header ab', 'must be a name and a value'],
    ['add getMe status --status 500 --member a=1 --member a=2', '--member a is given twice'],
    ['add getMe status --status 500 --body @none.json', 'file not found'],
  ])('%s: exit code 2', async (line, message) => {
    const { code, stderr } = await run(`faults ${line}`)
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
  })

  test.each([
    ['add getMe status', 2, 'a status fault needs --status <status>'],
    ['add webhook status', 2, 'KIND "status" is only for operations of the API'],
    ['add getMe status --status 500 --header X-A:ü', 6, '--header x-a must be printable ASCII'],
    ['add getMe status --status 500 --header Date:now', 6, "--header can't set date"],
    ['add getMe status --status 204 --body x', 6, "--body can't be sent with the status 204"],
    ['add webhook drop --key abc', 6, '--key is only for operations of the API'],
    ['add getMe status --status 500 --key abc', 5, 'key abc not found'],
    ['add getMe status --status 500 --source 99', 5, 'source 99 not found'],
    ['add getMe status --status 500 --source Nowhere', 5, 'no source named "Nowhere"'],
  ])('%s: exit code %i, and what was typed is named', async (line, code, message) => {
    const ran = await run(`faults ${line}`)
    expect([ran.code, ran.stderr]).toEqual([code, expect.stringContaining(message)])
  })

  test.each([
    ['* latency --ms 5 --status 500', '--status is only for the kinds status and limit, not for latency'],
    ['* latency --ms 5 --code X', '--code is only for the kind status, not for latency'],
    ['pushBulk busy --retry-after 3', '--retry-after is only for the kinds status and limit, not for busy'],
    ['getMe reset --ms 5', '--ms is only for the kinds latency, delay, slow_task and clock_jump, not for reset'],
    ['getMe status --status 500 --bytes 5', '--bytes is only for the kind truncate, not for status'],
    ['webhook drop --window 3', '--window is only for the kind reorder, not for drop'],
  ])('%s: an option that does nothing for this kind is refused', async (line, message) => {
    expect(await run(`faults add ${line}`)).toMatchObject({ code: 2, stderr: expect.stringContaining(message) })
  })

  test('an unknown operation or kind: exit code 2 with the nearest', async () => {
    const { code, stderr } = await run('faults add pushContnt status')
    expect([code, stderr]).toEqual([2, expect.stringContaining('Did you mean `pushContent`?')])
    expect((await run('faults add getMe statis')).stderr).toContain('Did you mean `status`?')
  })
})

describe('analysis-rules and tracking', () => {
  test('rules are set from a file or stdin, and shown', async () => {
    expect((await run('analysis-rules show')).stdout).toContain('No rules')
    const rules = [{ pattern: 'refund', sentiment: 'negative', theme: 'Money' }]
    const file = writeFile(scratchFolder(), 'rules.json', rules)
    expect((await run(`analysis-rules set ${file}`)).stdout).toBe('1 rule in force from the next analysis on.\n')
    expect((await run('analysis-rules show')).stdout).toMatch(/refund +negative +Money/)
    expect(await bench.json(emulator('analysis-rules set -'), { stdin: stdinOf('{"items":[]}') })).toEqual({
      items: [],
    })
  })

  test('a file that is no YAML or JSON, and a rule that makes no sense: 6', async () => {
    expect((await run('analysis-rules set -', { stdin: stdinOf('x') })).code).toBe(6)
    expect((await run('analysis-rules set -', { stdin: stdinOf('[{"sentiment":"glad"}]') })).code).toBe(6)
  })

  test('tracking is set by identifier or name', async () => {
    const { group } = await stageSource(bench)
    expect((await run(`tracking set ${group} weekly`)).stdout).toBe(`Group ${group} (Support): weekly tracking\n`)
    expect((await run('tracking set Support none')).stdout).toContain(': no tracking')
    expect((await run('tracking set Nobody weekly')).code).toBe(5)
    expect((await run('tracking set 99 weekly')).code).toBe(5)
    expect((await run(`tracking set ${group} daily`)).code).toBe(2)
    await json('orgs create Other')
    expect((await run('tracking set Support weekly --org 2')).stderr).toContain('no group named "Support"')
    expect(await json('tracking list')).toMatchObject([{ feedback_group_id: group, name: 'Support', tracking: 'none' }])
    expect((await run('tracking list --org 2')).stderr).toBe('No groups.\n')
    expect((await run('tracking show Support')).stdout).toBe(`Group ${group} (Support): no tracking\n`)
  })
})

describe('a record that has a name', () => {
  test.each([
    ['monitor', 'monitors create Parcels --query late', 'monitors', 'Parcels', 'Parcel'],
    ['member', 'members create Ada ada@example.com', 'members', 'Ada', 'Adda'],
    ['key', 'keys create Nightly', 'keys', 'Nightly', 'Nightlee'],
  ])('%s: is given by its id or its exact name; a near one is suggested', async (kind, create, noun, name, near) => {
    const { id } = await json(create)
    expect(await json(`${noun} show ${name}`)).toMatchObject({ id })
    expect(await json(`${noun} show ${id}`)).toMatchObject({ id })
    const { code, stderr } = await run(`${noun} show ${near}`)
    expect([code, stderr]).toEqual([
      5,
      expect.stringContaining(`no ${kind} named "${near}"\nDid you mean \`${name}\`?`),
    ])
    await json(create)
    const twice = await run(`${noun} show ${name}`)
    expect([twice.code, twice.stderr]).toEqual([
      2,
      expect.stringContaining(`several ${noun} are named "${name}": ${id}`),
    ])
  })

  test.each([
    ['monitors update Parcels --threshold 9', 'monitors create Parcels --query late'],
    ['members deactivate Ada', 'members create Ada ada@example.com'],
    ['members activate Ada', 'members create Ada ada@example.com'],
    ['keys create Bot --scope mcp_read --member Ada', 'members create Ada ada@example.com'],
    ['keys update Nightly --rate-limit 9', 'keys create Nightly'],
    ['keys rotate Nightly', 'keys create Nightly'],
    ['keys revoke Nightly', 'keys create Nightly'],
    ['orgs update Acme --plan free', 'orgs create Acme'],
    ['keys list --org Acme', 'orgs create Acme'],
    ['clock show --org Acme', 'orgs create Acme'],
  ])('%s', async (line, create) => {
    await json(create)
    const { code, stderr } = await run(line)
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('error')])
  })

  test('what was deleted is said by its id', async () => {
    await json('monitors create Parcels --query late')
    expect((await run('monitors delete Parcels')).stdout).toBe('Deleted monitor 1.\n')
    await json('orgs create Acme')
    expect(await json('orgs delete Acme --yes')).toEqual({ id: '2', done: true })
  })
})

describe('monitors and reports', () => {
  test('a monitor is created, listed, shown, changed and deleted', async () => {
    const { source } = await stageSource(bench)
    const create = (...rest: string[]) => bench.json(emulator('monitors create Late').concat(rest))
    const made = await create('--query', 'late', '--query', 'too slow', '--threshold', '5', '--source', 'Tickets')
    expect(made).toMatchObject({ query: ['late', 'too slow'], threshold: 5, source_id: source, alerts: true })
    expect(await create('--query', 'late', '--alerts', 'off')).toMatchObject({ source_id: null, alerts: false })
    expect((await run('monitors list')).stdout).toMatch(/2 +Late +late +all +0 +1 +off/)
    const changed = await json('monitors update 1 --source all --alerts off --name Slow')
    expect(changed).toMatchObject({ name: 'Slow', source_id: null, alerts: false, threshold: 5 })
    expect(await json('monitors show 1')).toEqual(changed)
    expect((await run('monitors delete 1')).stdout).toBe('Deleted monitor 1.\n')
    expect((await run('monitors show 1')).code).toBe(5)
  })

  test('a monitor of nothing, or no change: exit code 2; of no words or an unknown source: 6 and 5', async () => {
    expect((await run('monitors create Late')).stderr).toContain('Give --query')
    expect((await run('monitors update 1')).code).toBe(2)
    expect((await run('monitors create Late --query late --threshold 0')).code).toBe(2)
    expect((await run('monitors create Late --query !!')).code).toBe(6)
    expect((await run('monitors create Late --query late --source 99')).code).toBe(5)
    expect((await run('monitors create Late --query late --source Nowhere')).code).toBe(5)
    await json('orgs create Other')
    expect((await run('monitors create Late --query late --source Tickets --org 2')).stderr).toContain(
      'no source named',
    )
  })

  test('reports are produced at the end of each period and listed', async () => {
    await run('clock freeze 2027-01-01')
    const { group } = await stageSource(bench)
    const refused = await run('reports create Support')
    expect([refused.code, refused.stderr]).toEqual([
      6,
      expect.stringContaining('`inpk emulator tracking set GROUP weekly`'),
    ])
    await run('tracking set Support quarterly')
    expect(await json('tracking show Support')).toMatchObject({ feedback_group_id: group, tracking: 'quarterly' })
    expect((await run('tracking list')).stdout).toMatch(/1 +Support +quarterly/)
    expect((await run('reports create Support')).stdout).toContain('Report subscription 1')
    expect((await run('clock advance 200d')).stdout).toMatch(/2027-04-01 00:00:00 +report +1/)
    expect((await run('reports list')).stdout).toMatch(/1 +1 +2 +2027-Q2/)
    expect((await run('reports show 1')).stdout).toContain('2027-Q1  report 1, 2027-04-01 00:00:00')
    expect((await run('reports delete 1')).stdout).toBe('Deleted report subscription 1.\n')
    expect((await run('reports delete 1')).code).toBe(5)
  })
})

describe('log, assumptions and open', () => {
  test('`log` lists changes, newest first', async () => {
    await stageSource(bench)
    const changes = await json('log --limit 3')
    expect(changes.map(({ operation }: { operation: string }) => operation)).toEqual([
      'publishSource',
      'createSource',
      'createGroup',
    ])
  })

  test('`assumptions` lists what was decided', async () => {
    const all = await json('assumptions')
    expect(all.length).toBeGreaterThan(100)
    expect(all[0]).toHaveProperty('why')
  })

  test('`open` prints the address and never fails without a browser', async () => {
    expect((await run('open')).stdout).toBe(`${bench.emulator.dashboardUrl}\n`)
    const startChild = () => {
      throw new Error('ENOENT')
    }
    const onTerminal = await run('open', { isTerminal: true, startChild })
    expect([onTerminal.code, onTerminal.stdout]).toEqual([0, `${bench.emulator.dashboardUrl}\n`])
    const started: (readonly string[])[] = []
    const browser = {
      isTerminal: true,
      startChild: ({ command }: { command: readonly string[] }) => {
        started.push(command)
        return { pid: 1, kill() {}, ended: Promise.resolve({ code: 0, signal: null }) }
      },
    }
    await run('open', browser)
    expect(started).toEqual([['xdg-open', bench.emulator.dashboardUrl]])
  })

  test('without an emulator: exit code 9 and how to start one', async () => {
    for (const line of ['open', 'keys list', 'log', 'logs', 'faults clear']) {
      const { code, stderr } = await runInpk(emulator(line), { env: {}, cwd: scratchFolder() })
      expect([line, code]).toEqual([line, 9])
      expect(stderr).toContain('inpk emulator start')
    }
  })
})
