import { beforeAll, describe, expect, it } from 'vitest'
import { makePlace, type Place, pushBody, type Service, startService } from './service.js'

let service: Service
let place: Place
const control = (path: string) => service.control('GET', path)

beforeAll(async () => {
  service = await startService()
  place = await makePlace(service)
  await service.control('PATCH', `/groups/${place.survey_series_id}`, { tracking: 'monthly' })
  const months = ['2026-01', '2026-02', '2026-02', '2026-02']
  const content = months.map((month, index) => ({
    text: 'The delivery was late',
    external_id: `e${index}`,
    occurred_at: `${month}-0${index + 1}`,
  }))
  await service.call('POST', '/content/push', pushBody(place, content))
  await service.control('POST', '/clock/advance', { by: '1m' })
})

describe('what the dashboard reads', () => {
  it('an item is read by its identifier, as the listing has it; one that is not there is 404', async () => {
    const { items } = (await control('/items')).json
    expect((await control(`/items/${items[2].item_id}`)).json).toEqual(items[2])
    for (const id of ['99', '0', 'x', '1.5']) expect((await control(`/items/${id}`)).status).toBe(404)
  })

  it('the items of a theme are those of a period where one is given', async () => {
    const source = place.survey_id
    const { themes } = (await control(`/sources/${source}/analysis?period_key=2026-02`)).json
    const items = async (more: string) =>
      (await control(`/items?source_id=${source}&theme_id=${themes[0].theme_id}${more}`)).json.items
    expect(await items('')).toHaveLength(4)
    const ofPeriod = await items('&period_key=2026-02')
    expect(ofPeriod.map(({ external_id }: { external_id: string }) => external_id)).toEqual(['e1', 'e2', 'e3'])
    expect(themes[0].item_count).toBe(3)
    expect(
      (await control(`/items?source_id=${source}&theme_id=${themes[0].theme_id}&period_key=2026-W02`)).status,
    ).toBe(400)
    expect((await control(`/items?source_id=${source}&period_key=2026-02`)).json.error.details).toEqual({
      period_key: ['needs a theme_id'],
    })
  })
})
