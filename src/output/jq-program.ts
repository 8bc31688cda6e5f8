/**
 * The whole program of the thread that runs jq: its text is run, so it refers to nothing outside. It posts what jq printed, or the
 * fault that the library ended with.
 */
export function jqProgram(): void {
  const { parentPort, workerData } = process.getBuiltinModule('node:worker_threads')
  const { createRequire } = process.getBuiltinModule('node:module')
  const { json, expression, from } = workerData
  const post = (answer: object) => parentPort!.postMessage(answer)
  createRequire(from)('jq-wasm')
    .raw(json, expression, ['-c'])
    .then(post, (error: unknown) => post({ fault: String(error) }))
}
