// npm run bench [-- ROW...] [--rounds N] [--scale S]: what inpk costs, as ratios to floors and peers of the same run. README.md beside
// this says what each row is. With `--scale 0.01` everything is a hundredth as large, and bounds that depend on size are not judged.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createFigures, describeMachine, section } from './report.js'
import { bombs } from './rows/bombs.js'
import { delivery } from './rows/delivery.js'
import { durable } from './rows/durable.js'
import { get } from './rows/get.js'
import { erase, listing } from './rows/listing.js'
import { parallel } from './rows/parallel.js'
import { large, push } from './rows/push.js'
import { size } from './rows/size.js'
import { organisations, start } from './rows/start.js'
import { startup } from './rows/startup.js'
import { upload } from './rows/upload.js'
import { xlsx } from './rows/xlsx.js'
import { createTools } from './tools.js'

const ROWS = {
  ...{
    startup,
    push,
    xlsx,
    bombs,
    get,
    durable,
    parallel,
    delivery,
    start,
    organisations,
    listing,
    erase,
    upload,
    size,
  },
  large,
}
/** Takes minutes on its own. */
const ONLY_BY_NAME = ['large']

const { names, rounds, scale } = readArguments()
const figures = createFigures()
const folder = mkdtempSync(join(tmpdir(), 'inpk-bench-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

describeMachine()
const tools = createTools({ folder, rounds, scale, figures })
for (const name of names) {
  try {
    await ROWS[name](tools)
  } catch (error) {
    // An unattended run goes on with what is left.
    section(`FAILED: ${name}: ${error.message}`)
    process.exitCode = 1
  }
}
if (!figures.tell()) process.exitCode = 1
process.exit()

function readArguments() {
  const options = { rounds: { type: 'string', default: '7' }, scale: { type: 'string', default: '1' } }
  const { values, positionals } = parse({ options, allowPositionals: true })
  const [asked, share] = [values.rounds, values.scale].map(Number)
  const unknown = positionals.find((name) => !Object.hasOwn(ROWS, name))
  if (unknown) fail(`there is no row "${unknown}"; there are ${Object.keys(ROWS).join(', ')}`)
  if (!Number.isInteger(asked) || asked < 1) fail('--rounds takes a whole number from 1 on')
  if (!(share > 0 && share <= 1)) fail('--scale takes a number above 0, at most 1')
  const usual = Object.keys(ROWS).filter((name) => !ONLY_BY_NAME.includes(name))
  return { names: positionals.length > 0 ? positionals : usual, rounds: asked, scale: share }
}

function parse(config) {
  try {
    return parseArgs(config)
  } catch (error) {
    return fail(`${error.message.split('. ')[0]}; npm run bench [-- ROW...] [--rounds N] [--scale S]`)
  }
}

function fail(message) {
  console.error(`error: ${message}`)
  process.exit(2)
}
