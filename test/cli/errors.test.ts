import { describe, expect, it } from 'vitest'
import { describeError } from '../../src/cli/describe-error.js'
import { errorJson } from '../../src/cli/report-error.js'
import { ServiceError, TimeoutError, UnreachableError, WrongHostError } from '../../src/client/errors.js'
import { InputError } from '../../src/contract/input-error.js'
import { EXIT, EXIT_MEANINGS, signalExitCode } from '../../src/terminal/exit-codes.js'
import { ExplainedError, Failure, Interrupted, wrongUsage } from '../../src/terminal/failure.js'

const service = (status: number) => new ServiceError('no', { status, code: 'X', retryable: false, requestId: 'req_1' })

import { errorOf, Reply, runInpk, scripted } from './run-inpk.js'

describe('exit codes', () => {
  it.each([
    [400, 6],
    [401, 3],
    [402, 4],
    [403, 4],
    [404, 5],
    [405, 1],
    [409, 7],
    [413, 6],
    [415, 6],
    [429, 8],
    [500, 8],
    [502, 8],
    [503, 8],
    [504, 8],
  ])('an answer of %i ends a command with %i', (status, code) => {
    expect(describeError(service(status))).toMatchObject({ exitCode: code, status, requestId: 'req_1' })
  })

  it.each([
    [new UnreachableError('no', { url: 'https://a.example', maybeSent: false }), 9, 'UNREACHABLE'],
    [new TimeoutError('no', { url: 'https://a.example', maybeSent: true }), 9, 'TIMEOUT'],
    [new WrongHostError('https://a.example', 'a page'), 9, 'WRONG_HOST'],
    [new InputError('API_KEY_MISSING', 'none'), 3, 'API_KEY_MISSING'],
    [new InputError('REAL_KEY_REFUSED', 'no'), 2, 'REAL_KEY_REFUSED'],
    [wrongUsage('what'), 2, 'WRONG_USAGE'],
    [new Failure({ exit: 'inDoubt', code: 'IN_DOUBT', message: 'who knows' }), 13, 'IN_DOUBT'],
    [new Interrupted('SIGINT'), 130, 'INTERRUPTED'],
    [new Interrupted('SIGTERM'), 143, 'INTERRUPTED'],
    [Object.assign(new Error('full'), { code: 'ENOSPC' }), 1, 'ENOSPC'],
    [Object.assign(new Error('gone'), { code: 'ERR_MODULE_NOT_FOUND' }), 1, 'PROGRAM_INCOMPLETE'],
    [new Error('a bug'), 1, 'UNEXPECTED'],
    ['thrown text', 1, 'UNEXPECTED'],
  ])('%s ends a command with %i', (error, exitCode, code) => {
    expect(describeError(error)).toMatchObject({ exitCode, code })
  })

  it('an explained error keeps its exit code and gains a hint', () => {
    expect(describeError(new ExplainedError(service(429), 'Go on.'))).toMatchObject({ exitCode: 8, hint: 'Go on.' })
  })

  it('each has a meaning, and those of signals lie beyond', () => {
    expect(Object.keys(EXIT_MEANINGS)).toEqual(Object.keys(EXIT))
    expect(signalExitCode('SIGHUP')).toBe(129)
  })
})

describe('an error of the service in text', () => {
  it('says what was asked, by method and URL, and in JSON has the members of the interface only (C16)', async () => {
    const surroundings = () => ({ transport: scripted({ 'GET /me': new Reply(403, errorOf('NO', 'no')) }) })
    const { stderr } = await runInpk(['me'], surroundings())
    expect(stderr).toContain('(NO, 403; GET http://127.0.0.1:4600/api/input/me; request req_1)\n')
    const machine = await runInpk(['me', '--json'], surroundings())
    expect(machine.stderr).not.toContain('GET http')
  })
})

describe('an error as JSON', () => {
  it('is one line with exactly the members of the interface', () => {
    const json = errorJson(describeError(service(404)))
    expect(json).not.toContain('\n')
    expect(Object.keys(JSON.parse(json).error)).toEqual([
      'code',
      'message',
      'status',
      'details',
      'retryable',
      'hint',
      'request_id',
    ])
  })
})
