import { expect, test } from 'vitest'
import * as errors from '../../src/ingest/errors.js'
import { explainPushError } from '../../src/ingest/explain.js'
import { Failure } from '../../src/terminal/failure.js'

/** What comes only as the cause of a push that stopped. */
const CAUSES = new Set(['PushStoppedError', 'UnclearAnswerError', 'TaskFailedError'])

test.each(Object.entries(errors).filter(([name]) => !CAUSES.has(name)))(
  '%s of the push pipeline says what to do next, and is not taken for a fault of inpk',
  (_, kind) => {
    const error = Object.assign(Object.create(kind.prototype), {
      columns: [],
      rows: [[1, 2]],
      message: 'what happened',
    })
    const explained = explainPushError(error, 'a.csv')
    expect(explained).toBeInstanceOf(Failure)
    expect((explained as Failure).code).not.toBe('UNEXPECTED')
  },
)
