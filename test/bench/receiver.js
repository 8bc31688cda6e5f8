import { once } from 'node:events'
import { createServer } from 'node:http'

/** A receiver of webhooks in this process, whose time is no one's figure. */
export async function startReceiver() {
  let received = 0
  let wanted
  const server = createServer((request, response) => {
    request.resume()
    request.once('end', () => {
      response.end('ok')
      received += 1
      if (received >= wanted?.count) wanted.resolve()
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    /** Resolves when this many have come, all in all. */
    reach: (count) =>
      new Promise((resolve) => {
        wanted = { count, resolve }
        if (received >= count) resolve()
      }),
    close: () => server.close(),
  }
}
