// What the commands are made of. Apart from index.ts, so that a receiver that only verifies loads nothing else.
export { CAUSES } from './diagnose/causes.js'
export { type Diagnosis, diagnose } from './diagnose/diagnose.js'
export type { BodyDiff } from './diagnose/diff.js'
export type { DiagnoseRequest, OtherDelivery } from './diagnose/evidence.js'
export type { FoundCause } from './diagnose/found-cause.js'
export { KIT_CASES } from './kit/cases/index.js'
export { toJUnit } from './kit/junit.js'
export type { CaseVerdict as Verdict } from './kit/kit-case.js'
export type { CaseResult, KitReport } from './kit/report.js'
export { type ReceiverTest, testReceiver } from './kit/test-receiver.js'
export { FRAMEWORK_NAMES, type FrameworkName, RAW_BODY, type RawBodyRow } from './raw-body/index.js'
export { parseRequest } from './request/parse-request.js'
export { type SavedRequest, UnreadableRequestError } from './request/saved-request.js'
export {
  type DeliveryForm,
  SAMPLE_NAMES,
  type SampleEvent,
  type SampleName,
  type SampleOverrides,
  sampleEvent,
} from './sample/sample-event.js'
export { listPaths, setPath, UnknownPathError } from './sample/set-path.js'
