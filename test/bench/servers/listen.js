import { createServer } from 'node:http'

/** Serves until the bench asks it to stop; tells where. */
export function listen(answer) {
  const server = createServer(answer)
  process.on('message', (message) => {
    if (message === 'stop') process.exit()
  })
  server.listen(0, '127.0.0.1', () => process.send({ baseUrl: `http://127.0.0.1:${server.address().port}` }))
}
