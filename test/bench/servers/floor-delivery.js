// The floor of a delivery: a body is signed and POSTed, on a connection of its own, as the emulator does.
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'

const { url, body } = JSON.parse(process.argv[2])
const bytes = Buffer.from(JSON.stringify(body))
const MOST_AT_ONCE = 16

process.on('message', async (message) => {
  if (message === 'stop') process.exit()
  if (!message.deliver) return
  let left = message.deliver
  const work = async () => {
    for (; left > 0; ) {
      left -= 1
      await deliver()
    }
  }
  await Promise.all(Array.from({ length: MOST_AT_ONCE }, work))
  process.send({ delivered: message.deliver })
})
process.send({})

async function deliver() {
  const signature = `sha256=${createHmac('sha256', 'secret').update(bytes).digest('hex')}`
  const headers = { 'Content-Type': 'application/json', 'Content-Length': bytes.length, 'X-Signature': signature }
  const outgoing = request(url, { method: 'POST', headers, agent: false })
  outgoing.end(bytes)
  const [response] = await once(outgoing, 'response')
  response.resume()
  await once(response, 'end')
}
