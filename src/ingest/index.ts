/** The push pipeline: a file becomes a plan, a plan becomes batches in the service. Headless: reports through callbacks and results. */

export {
  FileChangedError,
  InDoubtError,
  InputFileError,
  InvalidRowsError,
  JournalError,
  MappingError,
  PushStoppedError,
  RowsChangedError,
  RunLockedError,
  TaskFailedError,
  UnclearAnswerError,
} from './errors.js'
export { createFileJournal, diskPorts, openOutputFile } from './journal-file.js'
export { createIdCounter } from './map/ids.js'
export type { ChosenBy, Mapping, MemberColumn, TextColumn } from './mapping.js'
export type { DateOrder, Encoding, ExternalIdMode, Format, PushOptions } from './options.js'
export { FORMATS } from './options.js'
export type { CheckReport, Plan, SourceFile } from './plan.js'
export { planPush } from './plan-push.js'
export type { InputFile, JournalStore, OutputFile, Ports } from './ports.js'
export type { RunOptions, RunStart } from './push/push-run.js'
export { runPush } from './push/run-push.js'
export type { Progress, Summary, TargetSummary } from './push/summary.js'
export { readStrictly, type StrictFile } from './read-strictly.js'
export { resolveFields } from './resolve-fields.js'
export type { PushClient, PushTarget, TargetField } from './target.js'
export type { Warning, WarningKind } from './warnings.js'
export { WARNING_KINDS, warningText } from './warnings.js'
