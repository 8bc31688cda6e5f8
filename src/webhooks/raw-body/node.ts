import type { RawBodyRow } from './row.js'

/** Raw bodies of frameworks that run on Node.js. */
export const NODE_RAW_BODY = {
  express: {
    title: 'Express',
    language: 'js',
    note: 'Before any `express.json()` that covers this route.',
    code: `app.post('/webhooks', express.raw({ type: '*/*', limit: '5mb' }), (req, res) => {
  if (!verify(process.env.WEBHOOK_SECRET, req.body, req.get('X-Service-Signature') ?? '')) return res.sendStatus(401)
  const delivery = JSON.parse(req.body.toString('utf8'))
  res.sendStatus(204)
})`,
  },
  fastify: {
    title: 'Fastify',
    language: 'js',
    note: 'The parser counts for the plugin it is added in: other routes keep theirs.',
    code: `fastify.register(async (scope) => {
  scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => done(null, body))
  scope.post('/webhooks', async (request, reply) => {
    const signature = request.headers['x-service-signature'] ?? ''
    if (!verify(process.env.WEBHOOK_SECRET, request.body, signature)) return reply.code(401).send()
    const delivery = JSON.parse(request.body.toString('utf8'))
    return reply.code(204).send()
  })
})`,
  },
  nextjs: {
    title: 'Next.js (route handler)',
    language: 'ts',
    note: 'In app/webhooks/route.ts. In pages/api export `config = { api: { bodyParser: false } }` and read the chunks of `req`.',
    code: `export async function POST(request: Request) {
  const body = new Uint8Array(await request.arrayBuffer())
  const signature = request.headers.get('x-service-signature') ?? ''
  if (!verify(process.env.WEBHOOK_SECRET!, body, signature)) return new Response(null, { status: 401 })
  const delivery = JSON.parse(new TextDecoder().decode(body))
  return new Response(null, { status: 204 })
}`,
  },
  hono: {
    title: 'Hono',
    language: 'ts',
    code: `app.post('/webhooks', async (c) => {
  const body = new Uint8Array(await c.req.arrayBuffer())
  if (!verify(secret, body, c.req.header('X-Service-Signature') ?? '')) return c.body(null, 401)
  const delivery = JSON.parse(new TextDecoder().decode(body))
  return c.body(null, 204)
})`,
  },
  koa: {
    title: 'Koa',
    language: 'js',
    note: 'Before any body parser: the stream can be read once.',
    code: `app.use(async (ctx, next) => {
  if (ctx.path !== '/webhooks') return next()
  const chunks = []
  for await (const chunk of ctx.req) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  if (!verify(process.env.WEBHOOK_SECRET, body, ctx.get('X-Service-Signature'))) ctx.throw(401)
  const delivery = JSON.parse(body.toString('utf8'))
  ctx.status = 204
})`,
  },
} as const satisfies Record<string, RawBodyRow>
