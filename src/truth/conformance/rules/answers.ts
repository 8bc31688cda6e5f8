import { isObject, type JsonObject } from '../../../base/is-object.js'
import type { Exchange, Probe } from '../probe.js'
import { must, NotLooked, type Rule, rule } from '../rule.js'

/** A rule for every answer so far; it comes last of the table. */
function every(id: Rule['id'], which: (exchange: Exchange) => boolean, look: (exchange: Exchange) => void): Rule {
  return rule(id, async (probe) => {
    // Whatever the status of its refusal is: the interface shows none for an unknown path.
    await probe.get(`/no-such-path-${id.toLowerCase()}`)
    const found = probe.exchanges.filter(which)
    if (found.length === 0) throw new NotLooked('no such response was seen')
    found.forEach(look)
  })
}

const all = () => true
const isSuccess = ({ status }: Exchange) => status >= 200 && status < 300
const isWrapped = (exchange: Exchange) => isSuccess(exchange) && !exchange.about.includes('openapi.json')
const isError = ({ status }: Exchange) => status >= 400

function header(name: string, form: RegExp) {
  return ({ about, headers }: Exchange) =>
    must(form.test(headers[name] ?? ''), `${about}: ${name} is ${headers[name] ?? 'absent'}`)
}

function error({ json, about }: Exchange): JsonObject {
  must(isObject(json) && isObject(json.error), `${about}: no error object`)
  return json.error as JsonObject
}

async function requireBare(probe: Probe): Promise<void> {
  const me = await probe.seen('/me')
  if (isObject(me.json) && isObject(me.json.data))
    throw new NotLooked('the migration has ended: responses are wrapped in `data`')
}

/** During the migration only. */
function whileBare(inner: Rule): Rule {
  return rule(inner.id, async (probe) => {
    await requireBare(probe)
    await inner.look(probe)
  })
}

/** What holds for every answer, whatever was asked. */
export const ANSWER_RULES: Rule[] = [
  every('RAT-9', all, header('x-ratelimit-limit', /^[1-9]\d*$/)),
  every('RAT-10', all, header('x-ratelimit-remaining', /^\d+$/)),
  every('RAT-11', all, header('x-ratelimit-reset', /^[1-9]\d{9,10}$/)),
  every('AUT-2', all, ({ headers, about }) => must(headers['set-cookie'] === undefined, `${about} sets a cookie`)),
  every('ADR-4', all, ({ headers, about }) => {
    must(/^application\/([a-z.]+\+)?json/.test(headers['content-type'] ?? ''), `${about}: ${headers['content-type']}`)
  }),
  every('ERR-1', isError, (exchange) => void error(exchange)),
  every('ERR-2', isError, (exchange) => {
    const { code } = error(exchange)
    must(typeof code === 'string' && code !== '', `${exchange.about}: code is ${JSON.stringify(code)}`)
  }),
  every('ERR-3', isError, (exchange) => {
    const { message } = error(exchange)
    must(typeof message === 'string' && message !== '', `${exchange.about}: message is ${JSON.stringify(message)}`)
    must(!/\bat \S+ \(|inpk_(live|test)_\w{10}_/.test(message), `${exchange.about}: the message is not for display`)
  }),
  every('ERR-4', isError, (exchange) => {
    const { details } = error(exchange)
    must(details == null || typeof details === 'object', `${exchange.about}: details is ${typeof details}`)
  }),
  whileBare(
    every('VER-11', isWrapped, ({ json, about }) => {
      // A list in `data` may be what a service calls its entries.
      const isWrapped = isObject(json) && Object.keys(json).join() === 'data' && isObject(json.data)
      must(!isWrapped, `${about}: wrapped`)
    }),
  ),
  whileBare(every('VER-12', isWrapped, header('deprecation', /./))),
  whileBare(every('VER-13', isWrapped, header('sunset', /./))),
]
