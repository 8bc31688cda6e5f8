import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Emulator, startEmulator } from '../../emulator/index.js'
import { createControlClient } from '../../src/client/control.js'
import { skipUnlessFound } from '../skip.js'
import { findChromium, openChromium } from './chromium.js'
import { type Stage, setStage } from './stage.js'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * What is wider or longer than its place: the document, or a part of the page that only scrolls down; exact bodies may scroll. And
 * what should never be cut: headings of columns, states, buttons.
 */
const OVERFLOWS = `(() => {
  const { scrollWidth, scrollHeight } = document.documentElement
  const parts = [...document.querySelectorAll('body *')].filter(
    (each) =>
      each.scrollWidth > each.clientWidth + 1 &&
      each.clientWidth > 1 &&
      /auto|scroll/.test(getComputedStyle(each).overflowX) &&
      !each.closest('.body'),
  )
  const cut = [...document.querySelectorAll('th, .table .badge, .button')].filter((each) => each.scrollWidth > each.clientWidth + 1)
  return [
    ...cut.map((each) => 'cut: ' + each.textContent),
    ...(scrollWidth > innerWidth || scrollHeight > innerHeight ? ['the document'] : []),
    ...parts.map((each) => each.tagName + '.' + each.className),
  ]
})()`

const SIZE = { width: 1280, height: 760 }

let emulator: Emulator
let browser: Browser
let page: Page
let stage: Stage
const said: string[] = []

describe('the dashboard in Chromium', skipUnlessFound(findChromium() !== undefined, 'Chromium'), () => {
  beforeAll(async () => {
    emulator = await startEmulator({ port: 0, dashboardPort: 0 })
    browser = await openChromium()
    page = await browser.newPage({ viewport: SIZE })
    page.setDefaultTimeout(10_000)
    page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`))
    page.on('pageerror', (error) => said.push(String(error)))
  })
  afterAll(async () => {
    await browser?.close()
    stage?.close()
    await emulator?.close()
  })
  afterEach(() => expect(said.splice(0)).toEqual([]))

  const open = (path: string) => page.goto(emulator.dashboardUrl + path)
  /** To another page, without loading all of it anew. */
  const goTo = async (path: string) => {
    const before = await page.locator('h1').textContent()
    await page.evaluate(
      `history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`,
    )
    if (!path.startsWith('/requests')) await page.locator('h1', { hasNotText: before ?? '' }).waitFor()
  }
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  /** What axe finds. */
  const violations = async (rules: object) => {
    // Of what passes it would work out a selector for each node, which takes most of its time.
    const options = { resultTypes: ['violations'], ...rules }
    const { violations: found } = (await page.evaluate(`axe.run(${JSON.stringify(options)})`)) as {
      violations: { id: string; nodes: { html: string }[] }[]
    }
    return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
  }

  const overflows = async () => (await page.evaluate(OVERFLOWS)) as string[]

  it('requests show up as they come, with their hints, and one opens with its bodies', async () => {
    await open('/')
    await page.getByText('No requests yet.').waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    await fetch(`${emulator.baseUrl}/api/input/nothing`)
    // The path is beside it already.
    await page.locator('.hint-mark', { hasText: /^not found/ }).waitFor()
    await page.getByRole('link', { name: '/api/input/nothing' }).press('Enter')
    await page.getByRole('heading', { name: 'GET /api/input/nothing' }).waitFor()
    await page.getByText('"NOT_FOUND"').waitFor()
    expect(await page.getByRole('list', { name: 'Hints' }).textContent()).toContain('/api/input/nothing not found')
    expect(new URL(page.url()).pathname).toMatch(/^\/requests\/req_/)
    await page.keyboard.press('Escape')
    expect(new URL(page.url()).pathname).toBe('/requests')
  })

  it('on a telephone a hint is read below its path', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await open('/requests')
    const hint = page.locator('.hint-mark').first()
    await hint.waitFor()
    const [path, below] = await Promise.all([page.locator('td a').first().boundingBox(), hint.boundingBox()])
    expect(below!.y).toBeGreaterThanOrEqual(path!.y + path!.height - 1)
    expect(below!.x + below!.width).toBeLessThanOrEqual(390)
    await page.setViewportSize(SIZE)
  })

  it('`?` shows the keys of the page, but not where it is typed', async () => {
    await open('/requests')
    // The page has loaded before it listens.
    await page.locator('h1').waitFor()
    await page.keyboard.press('?')
    await page.getByRole('heading', { name: 'Keyboard' }).waitFor()
    await page.getByText('Search this page').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Keys' }).focus()
    await page.keyboard.press('/')
    await page.keyboard.type('?')
    expect(await page.locator('dialog[open]').count()).toBe(0)
  })

  it('the assumptions are grouped by operation, and none says only that it is not specified (B8)', async () => {
    await open('/assumptions')
    await page.getByRole('heading', { name: /^pushContent \(\d+\)$/ }).waitFor()
    expect(await page.getByText(/^(\w+ )?not specified$/).count()).toBe(0)
    const groups = await page.locator('h2').count()
    expect(await page.getByText('name, type and rules', { exact: true }).count()).toBeLessThanOrEqual(groups)
  })

  it('a key is made, shown once, and revoked', async () => {
    stage = await setStage(emulator)
    await open('/keys')
    await button('New key').click()
    await page.getByLabel('Label').fill('From the page')
    await button('Create key').click()
    const shown = await page.locator('.secret-value code').textContent()
    expect(
      (await fetch(`${emulator.baseUrl}/api/input/me`, { headers: { authorization: `Bearer ${shown}` } })).status,
    ).toBe(200)
    await button('Done').click()
    await page.getByRole('link', { name: 'From the page' }).click()
    await button('Revoke').click()
    await button('Revoke for good?').click()
    await page.getByText('From the page is revoked.').waitFor()
    expect(
      (await fetch(`${emulator.baseUrl}/api/input/me`, { headers: { authorization: `Bearer ${shown}` } })).status,
    ).toBe(401)
  })

  it('items are searched by their text, and a theme is shown in the words of its items', async () => {
    await open(`/sources/${stage.source}`)
    await page.getByLabel('Search texts').fill('refund 3)')
    await page.getByText('I was charged twice and want a refund. (3)').waitFor()
    // When it was given is not known; that it was stored a moment ago is no answer to that.
    expect(await page.locator('tr.leads', { hasText: 'refund. (3)' }).locator('time').count()).toBe(0)
    await page.locator('tr.leads', { hasText: 'The delivery came' }).first().waitFor({ state: 'detached' })
    await page.getByLabel('Search texts').press('ArrowDown')
    expect(await page.locator(':focus').textContent()).toBe('I was charged twice and want a refund. (3)')
    await open(`/sources/${stage.source}/1`)
    await page.setViewportSize({ width: 390, height: 844 })
    const command = page.locator('.panel .command code')
    await command.waitFor()
    // The sign of the shell stands before the command, not above it.
    expect((await command.locator('.word').first().boundingBox())!.y - (await command.boundingBox())!.y).toBeLessThan(8)
    await page.setViewportSize(SIZE)
    await open(`/analysis/${stage.source}`)
    await page.getByRole('heading', { name: 'Sentiment of 120 items' }).waitFor()
    // 20 of 120 items are of the monitor; a share is rounded here as those of themes and sentiments are.
    expect(await page.locator('li', { hasText: 'Refunds' }).first().textContent()).toMatch(/20 items17%$/)
    await page.locator('.themes').first().locator('td a').last().click()
    await page.locator('.verbatims blockquote').first().waitFor()
  })

  it('a source is published or a draft, in these words', async () => {
    await open('/sources')
    await page.getByText('published', { exact: true }).first().waitFor()
    expect(await page.getByText('ACCESSIBLE').count()).toBe(0)
  })

  it('a delivery is shown with its exact bytes and sent once more', async () => {
    await open('/deliveries')
    await page.getByRole('link', { name: 'content.pushed', exact: true }).last().click()
    await button('Bytes').click()
    await page.getByText('7b 22 65 76 65 6e 74 22').waitFor()
    const { pathname } = new URL(page.url())
    await button('Resend').click()
    await page.waitForURL((url) => url.pathname !== pathname)
    await page.locator('.panel .badge', { hasText: 'delivered' }).waitFor()
  })

  it('a delivery that was never sent stays among those of its time', async () => {
    const { id } = await stage.control.createSubscription({
      body: { url: 'https://127.0.0.1:9/hook', events: ['flag.raised'] },
    })
    await stage.control.setClock({ body: { mode: 'frozen' } })
    await stage.control.createFault({ body: { operation: 'webhook', kind: 'delay', ms: 60_000, times: 1 } })
    const data = {
      monitor_id: 1,
      monitor_name: 'Refunds',
      survey_series_id: 1,
      survey_id: 1,
      match_count: 6,
      threshold: 5,
    }
    await stage.control.emitEvent({ body: { event: 'flag.raised', data } })
    await stage.control.updateSubscription({ params: { id }, body: { state: 'paused' } })
    await stage.control.setClock({ body: { mode: 'real' } })
    await open('/deliveries?event=flag.raised')
    const row = page.locator('tbody tr', { hasText: 'cancelled' })
    await row.waitFor()
    expect((await row.locator('td').allInnerTexts()).slice(0, 5)).toEqual([
      'never sent',
      'flag.raised',
      'cancelled',
      'https://127.0.0.1:9/hook',
      'none',
    ])
    expect(await page.locator('tr.heading').count()).toBe(0)
  })

  it('a delivery names its target when the subscription is gone, and on a telephone, where no word is broken', async () => {
    const url = 'http://127.0.0.1:9/gone'
    const { id } = await stage.control.createSubscription({ body: { url, events: ['series.created'], local: true } })
    await stage.control.emitEvent({ body: { event: 'series.created', data: { survey_series_id: 1, name: 'Shops' } } })
    await emulator.idle()
    await stage.control.deleteSubscription({ params: { id } })
    await open('/deliveries?event=series.created')
    const cells = page.locator('tbody tr', { hasText: 'series.created' }).locator('td')
    await expect.poll(() => cells.allInnerTexts()).toContain(url)
    await page.setViewportSize({ width: 390, height: 844 })
    await open('/deliveries')
    await page.getByText(/^\d\d:\d\d:\d\d.* 127\.0\.0\.1:9\/gone$/).waitFor()
    const links = await page.locator('td a.path').all()
    expect(links.length).toBeGreaterThan(2)
    for (const link of links) expect((await link.boundingBox())!.height).toBeLessThan(22)
    expect(await overflows()).toEqual([])
    await page.setViewportSize(SIZE)
  })

  it('a mail is shown as a reader would see it: no script runs and nothing is loaded', async () => {
    const asked: string[] = []
    page.on('response', (response) => asked.push(new URL(response.url()).hostname))
    await open('/outbox')
    await page.getByRole('link', { name: 'ada@example.org' }).click()
    await page.frameLocator('iframe.mail').getByText('Dear Ada, how was it?').waitFor()
    expect([...new Set(asked)]).toEqual(['127.0.0.1'])
    // That it was kept from running and loading is what the browser says of it.
    expect(said.splice(0).filter((line) => !/Blocked script execution|Content Security Policy/.test(line))).toEqual([])
  })

  it('the clock is frozen and moved, and what fired is told', async () => {
    await open('/clock')
    await button('Freeze').click()
    await page.locator('.page-body .badge', { hasText: 'frozen' }).waitFor()
    await button('Advance by 24h').click()
    await page.getByText('What fired within 24h').waitFor()
    await button('Resume').click()
    await button('Freeze').waitFor()
  })

  it('every page shows its data without a word on the console, and axe finds nothing, dark and light', async () => {
    const pages = [
      'requests',
      'keys',
      'sources',
      `sources/${stage.source}/1`,
      `analysis/${stage.source}`,
      'monitors',
      'deliveries/dlv_1',
    ]
    const others = [
      'subscriptions/1',
      'outbox',
      'invites',
      'clock',
      'connections',
      'state/5',
      'organizations/1',
      'assumptions',
      'api/input/me',
    ]
    const found: string[] = []
    const COLOURS = { runOnly: ['color-contrast'] }
    const NARROW = ', narrow'
    const look = async (what: string) => {
      await lookAt(what, 'dark', {})
      // The same colours stand on a narrow page.
      if (!what.endsWith(NARROW)) await lookAt(what, 'light', COLOURS)
    }
    const lookAt = async (what: string, colorScheme: 'dark' | 'light', rules: object) => {
      await expect.poll(() => page.locator('.loading').count(), { timeout: 10_000 }).toBe(0)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      found.push(...(await violations(rules)).map((each) => `${what} ${colorScheme}: ${each}`))
    }
    const lookAtAll = async (width: string) => {
      for (const path of [...pages, ...others, 'requests/req_none']) {
        await goTo(`/${path}`)
        if (path.endsWith('none')) await page.getByText('request req_none not found').waitFor()
        await look(`${path}${width}`)
        found.push(...(await overflows()).map((each) => `${path}${width}: ${each}`))
      }
    }
    await open('/requests')
    await page.evaluate(AXE)
    await lookAtAll('')
    await goTo('/state')
    await button('Seed…').click()
    await look('a dialog')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Organisation/ }).click()
    await look('the organisations')
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 390, height: 844 })
    await button('Pages').click()
    await look('the menu of a narrow page')
    await page.keyboard.press('Escape')
    await lookAtAll(NARROW)
    await page.setViewportSize(SIZE)
    expect(found).toEqual([])
    // A browser says each 404 on its console: the request that is not there, wide and narrow.
    expect(said.splice(0)).toHaveLength(2)
  }, 120_000)

  it('another organisation is shown on the same page, and the way back and its address keep it and the filters', async () => {
    const { org_id } = await stage.control.createOrganization({ body: { name: 'Elsewhere' } })
    const seed = {
      groups: [{ name: 'Far', sources: [{ title: 'Letters', fields: [{ text: 'What?', items: ['Late.'] }] }] }],
    }
    await stage.control.seedOrganization({ params: { org_id }, body: seed })
    await open('/sources')
    await page.getByRole('button', { name: /^Organisation/ }).click()
    await page.getByLabel('Search organisations').fill('elsew')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Letters' }).click()
    await page.getByLabel('Search texts').fill('late')
    await page.waitForURL(/text=late/)
    await page.getByRole('link', { name: 'Late.' }).press('Enter')
    await page.getByRole('heading', { name: /^Item/ }).waitFor()
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ org: org_id, text: 'late' })
    await page.keyboard.press('Escape')
    // The focus is where it was.
    expect(await page.locator(':focus').textContent()).toBe('Late.')
    await page.goBack()
    await page.getByRole('heading', { name: /^Item/ }).waitFor()
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ org: org_id, text: 'late' })
  })

  it('an item that the list has not come to is shown by its address, and one that is not there is said so', async () => {
    await open(`/sources/${stage.source}/119`)
    await page.locator('.panel .verbatim', { hasText: '(118)' }).waitFor()
    const asked = page.waitForResponse((answer) => answer.url().endsWith('/items/999'))
    await open(`/sources/${stage.source}/999`)
    expect((await asked).status()).toBe(404)
    await page.getByText('item 999 not found').waitFor()
    // A browser says each 404 on its console.
    expect(said.splice(0)).toHaveLength(1)
  })

  it('the state is seeded, compared, undone, exported and brought back by hand', async () => {
    const { org_id } = await stage.control.createOrganization({ body: { name: 'By hand' } })
    await open(`/state?org=${org_id}`)
    await button('Seed…').click()
    await page.getByLabel('Or text').fill('groups:\n  - nam: Support\n')
    await button('Add').click()
    await page.getByText('line 2: groups[0].nam is not').waitFor()
    await page.getByLabel('Or text').fill('groups:\n  - name: Support\n')
    await button('Add').click()
    await page.getByText('Seeded. Reset returns').waitFor()
    await button('Save snapshot').click()
    await page.getByLabel('Name').fill('seeded')
    await button('Save').click()
    const exported = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export' }).click()
    const file = await (await exported).path()
    await stage.control.createMember({ params: { org_id }, body: { name: 'Eve', email: 'eve@example.org' } })
    await page.getByRole('link', { name: 'Compare with seeded' }).click()
    await page.locator('.differences ins', { hasText: 'eve@example.org' }).waitFor()
    expect(await page.locator('.differences strong', { hasText: /^(counters|jobs)$/ }).count()).toBe(0)
    await button('Undo last change').click()
    await button('Undo createMember?').click()
    await page.getByText('Back at change').waitFor()
    await stage.control.createMember({ params: { org_id }, body: { name: 'Bob', email: 'bob@example.org' } })
    await button('Import…').click()
    await page.locator('dialog[open] input[type=file]').setInputFiles(file)
    await button('Replace everything').click()
    await page.getByText('Imported. You can undo this.').waitFor()
    const members = await stage.control.listMembers({ params: { org_id } })
    expect(members.items.map(({ name }) => name)).not.toContain('Bob')
    // 400 for the misspelt seed.
    expect(said.splice(0)).toHaveLength(1)
  })

  it('an emulator that dies is said above the page, and its coming back is seen', async () => {
    const first = await startEmulator({ port: 0, dashboardPort: 0 })
    const own = await browser.newPage()
    await own.goto(`${first.dashboardUrl}/keys`)
    await own.getByText('Live', { exact: true }).waitFor()
    await first.close()
    await own.getByText('Lost connection to the emulator.').waitFor()
    const [port, dashboardPort] = [first.baseUrl, first.dashboardUrl].map((url) => Number(new URL(url).port))
    const second = await startEmulator({ port: port!, dashboardPort: dashboardPort! })
    await createControlClient(second).createKey({ body: { label: 'Made later', environment: 'test', scope: 'all' } })
    await own.getByText('Made later').waitFor()
    expect(await own.getByText('Lost connection to the emulator.').count()).toBe(0)
    await own.close()
    await second.close()
  })
})
