import { transformSync } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { verify } from '../../src/webhooks/index.js'
import { RAW_BODY } from '../../src/webhooks/tools.js'
import { skipUnlessFound, skipWithout } from '../skip.js'
import { SECRET, TRIES } from './raw-body-tries.js'
import { findTool, runTool } from './tools.js'

describe('the code that shows where the raw body is', () => {
  it('[SIG-2] Next.js: a route handler takes what verifies and refuses the rest', async () => {
    const { code } = transformSync(RAW_BODY.nextjs.code, { loader: 'ts', format: 'cjs' })
    const module = { exports: {} as { POST(request: Request): Promise<Response> } }
    new Function('module', 'verify', 'process', code)(module, verify, { env: { WEBHOOK_SECRET: SECRET } })
    for (const [body, signature, status] of TRIES) {
      const headers: Record<string, string> = signature === undefined ? {} : { 'X-Service-Signature': signature }
      const request = new Request('http://a/', { method: 'POST', body, headers })
      expect((await module.exports.POST(request)).status).toBe(status)
    }
  })

  it('[SIG-2] Hono: a handler takes what verifies and refuses the rest', async () => {
    const { code } = transformSync(RAW_BODY.hono.code, { loader: 'ts' })
    type Handler = (c: unknown) => Promise<{ status: number }>
    const routes: Handler[] = []
    const app = { post: (_path: string, handler: Handler) => routes.push(handler) }
    new Function('app', 'verify', 'secret', code)(app, verify, SECRET)
    for (const [body, signature, status] of TRIES) {
      const request = new Request('http://a/', { method: 'POST', body })
      const req = { arrayBuffer: () => request.arrayBuffer(), header: () => signature }
      expect(await routes[0]?.({ req, body: (_body: null, answer: number) => ({ status: answer }) })).toEqual({
        status,
      })
    }
  })

  it('[SIG-2] Express: a handler that is given the bytes takes what verifies and refuses the rest', () => {
    type Handler = (req: unknown, res: unknown) => void
    const routes: Handler[] = []
    const app = { post: (_path: string, _parser: unknown, handler: Handler) => routes.push(handler) }
    const express = { raw: () => 'raw' }
    const run = new Function('app', 'express', 'verify', 'process', RAW_BODY.express.code)
    run(app, express, verify, { env: { WEBHOOK_SECRET: SECRET } })
    for (const [body, signature, status] of TRIES) {
      const answered: number[] = []
      routes[0]?.({ body, get: () => signature }, { sendStatus: (answer: number) => answered.push(answer) })
      expect(answered).toEqual([status])
    }
  })

  const flask = findTool('python3', '-c', 'import flask')
  it('[SIG-2] Flask itself: a view takes what verifies and refuses the rest', skipUnlessFound(flask, 'Flask'), () => {
    const program = `import base64, hashlib, hmac, json, sys
from flask import Flask, request, abort
app = Flask(__name__)
SECRET = ${JSON.stringify(SECRET)}
${RAW_BODY.flask.code}
for body, signature, status in json.loads(sys.argv[1]):
    headers = {} if signature is None else {"X-Service-Signature": signature}
    answer = app.test_client().post("/webhooks", data=base64.b64decode(body), headers=headers, content_type="application/json")
    assert answer.status_code == status, (answer.status_code, status)
`
    const tries = TRIES.map(([body, signature, status]) => [body.toString('base64'), signature ?? null, status])
    expect(() => runTool('python3', ['-c', program, JSON.stringify(tries)])).not.toThrow()
  })

  it('PHP: the code parses', skipWithout('php', '-v'), () => {
    expect(() => runTool('php', ['-l'], { input: `<?php\n${RAW_BODY.php.code}` })).not.toThrow()
  })

  it('Rails: the code parses', skipWithout('ruby', '-v'), () => {
    expect(() => runTool('ruby', ['-c'], { input: RAW_BODY.rails.code })).not.toThrow()
  })

  it('[SIG-3] every one compares in constant time and names the header', () => {
    for (const { code } of Object.values(RAW_BODY)) {
      expect(code).toMatch(/verify\(|compare_digest|secure_compare|isEqual|hmac\.Equal|hash_equals/)
      expect(code).toMatch(/X[-_]Service[-_]Signature/i)
    }
  })
})
