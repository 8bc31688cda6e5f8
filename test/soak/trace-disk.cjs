// Preloaded into a process that is going to be killed: says at any moment what it is writing to the disk, in the file INPK_TRACE
// names, by the folders of INPK_TRACE_FOLDERS, a list in JSON; and kills it at a chosen one. INPK_KILL_AT is `{ "write": "append journal.jsonl", "nth": 2, "when": "before" | "half" | "after" }`.
// What the process itself runs is untouched.
const { openSync, writeSync } = require('node:fs')
const promises = require('node:fs/promises')
const { basename, sep } = require('node:path')

const trace = openSync(process.env.INPK_TRACE, 'w')
const target = JSON.parse(process.env.INPK_KILL_AT ?? 'null')
const folders = JSON.parse(process.env.INPK_TRACE_FOLDERS)
const pathOf = new WeakMap()
/** Of each folder: the write that ended last, and those in flight. */
const told = Object.fromEntries(folders.map((folder) => [folder, { last: 'none', inFlight: [] }]))
const elsewhere = { inFlight: [] }
let met = 0

/** A file as its kind: numbers and hashes in names differ from run to run. */
const kindOf = (path) =>
  basename(String(path))
    .replace(/[0-9a-f]{8,}(-[0-9a-f]+)*/g, '*')
    .replace(/\d+/g, '*')

const die = () => process.kill(process.pid, 'SIGKILL')

const ofFolder = (path) => told[folders.find((folder) => String(path).startsWith(folder + sep))] ?? elsewhere

/** One line; what an earlier, longer one left behind comes after it. */
const tell = () => writeSync(trace, `${JSON.stringify(told)}\n`, 0)

/** Runs a write with its name in the trace; `half` does a part of it, where it has parts. */
async function traced(verb, path, run, half) {
  const write = `${verb} ${kindOf(path)}`
  const folder = ofFolder(path)
  folder.inFlight.push(write)
  tell()
  const isTarget = target?.write === write && ++met === target.nth
  if (isTarget && target.when === 'before') die()
  if (isTarget && target.when === 'half' && half) {
    await half()
    die()
  }
  try {
    return await run()
  } finally {
    if (isTarget) die()
    folder.last = write
    folder.inFlight.splice(folder.inFlight.indexOf(write), 1)
    tell()
  }
}

const VERBS = {
  write: 'append',
  appendFile: 'append',
  writeFile: 'append',
  datasync: 'sync',
  sync: 'sync',
  truncate: 'cut',
}

/** Handles share a prototype, which nothing but a handle shows. */
function traceHandles(prototype) {
  for (const [method, verb] of Object.entries(VERBS)) {
    const original = prototype[method]
    prototype[method] = function (...args) {
      const half = () => {
        const bytes = Buffer.from(args[0])
        const from =
          method === 'write' ? [0, Math.ceil((args[2] ?? bytes.length) / 2), args[3]] : [0, bytes.length >> 1]
        return writeAll.call(this, bytes, ...from)
      }
      const parts = verb === 'append' ? half : undefined
      return traced(verb, pathOf.get(this), () => original.apply(this, args), parts)
    }
  }
}

let writeAll
const { open } = promises
promises.open = async (path, ...args) => {
  const handle = await open(path, ...args)
  if (!writeAll) {
    const prototype = Object.getPrototypeOf(handle)
    writeAll = prototype.write
    traceHandles(prototype)
  }
  pathOf.set(handle, path)
  return handle
}
for (const verb of ['rename', 'rm', 'mkdir', 'unlink', 'writeFile', 'link']) {
  const original = promises[verb]
  promises[verb] = (path, ...args) => traced(verb, path, () => original(path, ...args))
}
require('node:module').syncBuiltinESMExports()
tell()
