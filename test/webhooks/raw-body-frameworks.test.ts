import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RAW_BODY } from '../../src/webhooks/tools.js'
import { freePort } from '../free-port.js'
import { inSoak } from '../skip.js'
import { SECRET, TRIES } from './raw-body-tries.js'
import { findTool } from './tools.js'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'inpk-frameworks-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function answersOf(command: string, args: string[], port: number): Promise<number[]> {
  const env = { ...process.env, WEBHOOK_SECRET: SECRET, PORT: String(port), HOME: folder, GOFLAGS: '-mod=mod' }
  const server = spawn(command, args, { cwd: folder, env, stdio: 'ignore', detached: true })
  try {
    const url = `http://127.0.0.1:${port}/webhooks`
    await expect
      .poll(
        () =>
          fetch(url).then(
            () => true,
            () => false,
          ),
        { timeout: 60_000 },
      )
      .toBe(true)
    const answers: number[] = []
    for (const [body, signature] of TRIES) {
      const headers = { 'content-type': 'application/json', ...(signature ? { 'X-Service-Signature': signature } : {}) }
      answers.push((await fetch(url, { method: 'POST', body, headers })).status)
    }
    return answers
  } finally {
    process.kill(-server.pid!)
  }
}

const NODE_VERIFY = `import { createHmac, timingSafeEqual } from 'node:crypto'
const secret = process.env.WEBHOOK_SECRET
const verify = (key, body, given) => {
  const expected = Buffer.from('sha256=' + createHmac('sha256', key).update(body).digest('hex'))
  return Buffer.byteLength(given) === expected.length && timingSafeEqual(expected, Buffer.from(given))
}
const port = Number(process.env.PORT)
`
const PYTHON = 'import hashlib, hmac, json, os\nSECRET = os.environ["WEBHOOK_SECRET"]\n'

/** Each framework: the program around its code, what installs it, and what tells whether it is here. */
const PROGRAMS: Partial<Record<keyof typeof RAW_BODY, Program>> = {
  express: node(
    'express',
    `import express from 'express'\nconst app = express()\n${RAW_BODY.express.code}\napp.listen(port)`,
  ),
  fastify: node(
    'fastify',
    `import make from 'fastify'\nconst fastify = make()\n${RAW_BODY.fastify.code}\nawait fastify.listen({ port })`,
  ),
  koa: node(
    'koa',
    `import Koa from 'koa'\nconst app = new Koa()\napp.silent = true\n${RAW_BODY.koa.code}\napp.listen(port)`,
  ),
  hono: node(
    'hono @hono/node-server',
    `import { Hono } from 'hono'\nimport { serve } from '@hono/node-server'\nconst app = new Hono()\n${RAW_BODY.hono.code}\nserve({ fetch: app.fetch, port })`,
  ),
  django: {
    here: () => findTool('python3', '-c', 'import django') || findTool('/usr/bin/python3', '-c', 'import django'),
    file: 'site_of_django.py',
    text: `${PYTHON}import sys
from django.conf import settings
settings.configure(ROOT_URLCONF=__name__, ALLOWED_HOSTS=["*"], SECRET_KEY="x")
from django.core.management import execute_from_command_line
from django.http import HttpResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST
${RAW_BODY.django.code}
urlpatterns = [path("webhooks", webhook)]
if __name__ == "__main__":
    execute_from_command_line([sys.argv[0], "runserver", "--noreload", os.environ["PORT"]])`,
    run: [findTool('python3', '-c', 'import django') ? 'python3' : '/usr/bin/python3', 'site_of_django.py'],
  },
  rails: {
    here: () =>
      findTool('ruby', '-e', 'require "action_controller"; require "webrick"; require "rack/handler/webrick"'),
    file: 'controller.rb',
    text: `require "action_controller"
require "openssl"
require "json"
require "rack/handler/webrick"
ApplicationController = Class.new(ActionController::Base)
${RAW_BODY.rails.code}
routes = ActionDispatch::Routing::RouteSet.new
routes.draw { post "/webhooks", to: "webhooks#create" }
ApplicationController.include(routes.url_helpers)
Rack::Handler::WEBrick.run(routes, Port: ENV.fetch("PORT").to_i, BindAddress: "127.0.0.1")`,
    run: ['ruby', 'controller.rb'],
  },
  go: {
    here: () => findTool('go', 'version'),
    file: 'main.go',
    text: `package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"os"
)

var secret = os.Getenv("WEBHOOK_SECRET")

${RAW_BODY.go.code}

func main() {
	http.HandleFunc("/webhooks", webhook)
	http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil)
}`,
    run: ['go', 'run', 'main.go'],
  },
  php: {
    here: () => findTool('php', '-v'),
    file: 'index.php',
    text: `<?php\n${RAW_BODY.php.code}`,
    run: ['php', '-S', '127.0.0.1:$PORT', 'index.php'],
  },
}

interface Program {
  here(): boolean
  file: string
  text: string
  run: string[]
}

function node(packages: string, text: string): Program {
  const file = `${packages.split(' ')[0]}.mjs`
  const install = () =>
    spawnSync('npm', ['install', '--ignore-scripts', '--no-save', ...packages.split(' ')], { cwd: folder })
  return { here: () => install().status === 0, file, text: NODE_VERIFY + text, run: [process.execPath, file] }
}

// They install frameworks and start servers.
describe('the code that shows where the raw body is, in the framework itself', inSoak, () => {
  it.for(Object.entries(PROGRAMS))(
    '[SIG-2] %s takes what verifies and refuses the rest',
    { timeout: 120_000 },
    async ([name, { here, file, text, run }], { skip }) => {
      if (!here()) return skip(`no ${name} on this machine`)
      writeFileSync(join(folder, file), text)
      const port = await freePort()
      const [command, ...args] = run.map((word) => word.replace('$PORT', String(port)))
      expect(await answersOf(command!, args, port)).toEqual(TRIES.map(([, , status]) => status))
    },
  )
})
