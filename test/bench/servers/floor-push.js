// The floor of a durable push: the body is parsed and hashed, appended to a file and synced before the answer.
import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { listen } from './listen.js'

const file = await open(JSON.parse(process.argv[2]).path, 'a')

listen(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  const { question } = JSON.parse(body.toString())
  const hash = createHash('sha256').update(body).digest('hex')
  await file.appendFile(body)
  await file.datasync()
  response.setHeader('Content-Type', 'application/json')
  response.end(JSON.stringify({ inserted: question.content.length, hash }))
})
