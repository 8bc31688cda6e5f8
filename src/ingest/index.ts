/** The push pipeline: a file becomes a plan, a plan becomes batches in the service. Headless: reports through callbacks and results. */

export { diskPorts, openOutputFile } from './disk.js'
export {
  BatchInDoubtError,
  FileChangedError,
  InputFileError,
  InvalidRowsError,
  JournalError,
  MappingError,
  PushStoppedError,
  RowsChangedError,
  RunLockedError,
  TaskFailedError,
  TaskLostError,
  UnclearAnswerError,
} from './errors.js'
export { createIdCounter } from './map/ids.js'
export type { ChosenBy, Mapping, MemberColumn, TextColumn } from './map/mapping.js'
export { resolveFields } from './map/resolve-fields.js'
export type { DateOrder, Encoding, ExternalIdMode, Format, PushOptions } from './options.js'
export { FORMATS } from './options.js'
export type { CheckReport, PushPlan, SourceFile } from './plan.js'
export { planPush } from './plan-push.js'
export type { InputFile, JournalStore, Ports, RejectsFile } from './ports.js'
export { createFileJournal } from './push/journal/journal-folder.js'
export type { RunOptions, RunStart } from './push/push-run.js'
export { runPush } from './push/run-push.js'
export type { Progress, PushSummary, TargetSummary } from './push/summary.js'
export { readStrictly, type StrictFile } from './read-strictly.js'
export type { PushClient, PushTarget, TargetField } from './target.js'
export type { Warning, WarningKind } from './warnings.js'
export { WARNING_KINDS, warningText } from './warnings.js'
