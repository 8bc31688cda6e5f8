// The floor of a small GET: the hash of its key is compared and the answer written with eight headers.
import { createHash, timingSafeEqual } from 'node:crypto'
import { listen } from './listen.js'

const { key, answer } = JSON.parse(process.argv[2])
const expected = hash(key)

listen((request, response) => {
  const isKnown = timingSafeEqual(hash(request.headers.authorization.slice('Bearer '.length)), expected)
  const body = JSON.stringify(answer)
  response.writeHead(isKnown ? 200 : 401, {
    'Content-Type': 'application/json',
    Date: new Date().toUTCString(),
    'Cache-Control': 'no-store',
    'X-Request-Id': 'req_AAAAAAAAAAAA',
    'X-RateLimit-Limit': '60',
    'X-RateLimit-Remaining': '59',
    'X-RateLimit-Reset': '1790000000',
    'Content-Length': Buffer.byteLength(body),
  })
  response.end(body)
})

function hash(text) {
  return createHash('sha256').update(text).digest()
}
