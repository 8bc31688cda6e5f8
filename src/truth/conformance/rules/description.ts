import { isObject, type JsonObject } from '../../../base/is-object.js'
import { pathForm } from '../../../base/path-template.js'
import { compareWithContract } from '../../compatibility/compare-with-contract.js'
import type { Difference } from '../../compatibility/difference.js'
import { schemaOf } from '../../compatibility/operations.js'
import { follow } from '../../compatibility/shape.js'
import type { Probe } from '../probe.js'
import { must, type Rule, rule } from '../rule.js'

async function descriptionOf(probe: Probe): Promise<JsonObject> {
  // As its owner has it, payloads in `data`; a service that knows no such query ignores it.
  const { json } = await probe.seen('/openapi.json?envelope=data', { mount: '/api/v1' })
  must(isObject(json) && isObject(json.paths), 'no OpenAPI description')
  return json
}

/** No difference of these kinds to what the interface shows; what this project guessed does not count. */
function keeps(id: Rule['id'], ...kinds: Difference['kind'][]): Rule {
  return rule(id, async (probe) => {
    const { description: service } = probe.settings.contract
    const { differences } = compareWithContract(await descriptionOf(probe), service)
    const found = differences.filter(({ breaking, assumed, kind }) => breaking && !assumed && kinds.includes(kind))
    must(
      found.length === 0,
      found.map(({ operation, field, message }) => `${operation} ${field} ${message}`).join('; '),
    )
  })
}

/** A relative address is one of the host the description was read from. */
function absolute(url: string, baseUrl: string): string {
  return URL.canParse(url, baseUrl) ? new URL(url, baseUrl).href : url
}

/** The description of the service. */
export const DESCRIPTION_RULES: Rule[] = [
  rule('VER-1', async (probe) => void (await descriptionOf(probe))),
  rule('VER-2', async (probe) => {
    const { info } = await descriptionOf(probe)
    const version = isObject(info) ? String(info.version) : 'absent'
    const [, minor = -1] = /^1\.(\d+)\.\d+$/.exec(version) ?? []
    must(Number(minor) >= 3, `info.version is ${version}`)
  }),
  keeps('VER-7', 'removed', 'renamed'),
  keeps('VER-8', 'type', 'required', 'limit'),
  keeps('VER-9', 'status'),
  keeps('VER-10', 'enum'),
  rule('VER-15', async (probe) => {
    const description = await descriptionOf(probe)
    const me = Object.entries(description.paths as JsonObject).find(([path]) => pathForm(path).endsWith('/me'))?.[1]
    const get = isObject(me) && isObject(me.get) ? me.get : {}
    const response = follow(description, isObject(get.responses) ? get.responses['200'] : undefined)
    const { properties } = follow(description, schemaOf(response))
    must(
      isObject(properties) && Object.keys(properties).join() === 'data',
      'the payload of GET /me is not declared in data',
    )
  }),
  rule('VER-17', async (probe) => {
    const { servers } = await descriptionOf(probe)
    const urls = Array.isArray(servers) ? servers.map((each) => (isObject(each) ? String(each.url) : '')) : []
    must(
      urls.some((url) => absolute(url, probe.settings.baseUrl).startsWith(probe.settings.baseUrl)),
      `servers are ${urls.join(', ') || 'absent'}`,
    )
  }),
]
