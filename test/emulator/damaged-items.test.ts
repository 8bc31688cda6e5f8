import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from './child.js'
import { makePlace, pushBody, type Service, startService } from './service.js'

/** A stopped data folder with one subscription and two items. */
async function stoppedFolder(): Promise<string> {
  const dataDirectory = temporaryFolder()
  const service = await startService({ dataDirectory })
  const place = await makePlace(service)
  await service.control('POST', '/subscriptions', { url: 'https://127.0.0.1:9/', events: ['content.pushed'] })
  await service.call('POST', '/content/push', pushBody(place, ['First text.', 'Second text.']))
  await service.emulator.close()
  return dataDirectory
}

function flipByteOfSecondItem(dataDirectory: string): void {
  const items = join(dataDirectory, 'orgs', '1', 'items')
  const path = join(items, readdirSync(items).find((name) => name.endsWith('.jsonl'))!)
  writeFileSync(path, readFileSync(path, 'utf8').replace('Second', 'Sekond'))
}

it('the answer and the log name file and line of a damaged item, and what to do', async () => {
  const dataDirectory = await stoppedFolder()
  flipByteOfSecondItem(dataDirectory)
  const faults: unknown[] = []
  const service = await startService({
    dataDirectory,
    onRequest: (_, fault) => faults.push(fault),
    onFault: (fault) => faults.push(fault),
  })
  const place = /orgs\/1\/items\/\d+\.\d+\.jsonl, line 3 \(byte \d+\)/
  const { status, json } = await service.call('GET', '/feedback')
  expect([status, json.error.message]).toEqual([500, expect.stringMatching(place)])
  expect(json.error.message).toMatch(/Fix the file from a backup/)
  expect(json.error.message).not.toContain(dataDirectory)
  expect(String(faults.find((fault) => fault instanceof Error))).toMatch(place)
})

it('a start without the file of webhook secrets says whose are missing and what that means', async () => {
  const dataDirectory = await stoppedFolder()
  const heard: string[] = []
  const start = (): Promise<Service> => startService({ dataDirectory, onNotice: (text) => heard.push(text) })
  await (await start()).emulator.close()
  expect(heard).toEqual([])
  rmSync(join(dataDirectory, 'orgs', '1', 'secrets.json'))
  await start()
  expect(heard).toEqual([expect.stringMatching(/secrets of subscription \d+ of organisation 1 are missing.*rotate/)])
})
