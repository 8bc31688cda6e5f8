import { isObject, type JsonObject } from '../../base/is-object.js'
import { pathForm } from '../../base/path-template.js'
import { describeService } from '../../contract/openapi.js'
import type { OperationId } from '../../contract/operations/index.js'
import { DEFAULT_DESCRIPTION, type ServiceDescription } from '../../contract/service-description.js'
import { compareDescriptions } from './compare-descriptions.js'
import type { Difference } from './difference.js'
import { operationsOf } from './operations.js'

/** How a description differs from what this client expects: counts, and the list. */
export interface Comparison {
  /** Null if the description names none. */
  version: string | null
  expected_version: string | null
  /** How many differences something of this client goes wrong by. */
  breaking: number
  /** How many operations those are in. */
  broken_operations: number
  /** By operation, those that matter most first: breaking ones, of them those that the interface shows. */
  differences: readonly Difference[]
}

/**
 * Compares the description of a service with the contract (VER-7 to VER-10). `service`: the contract in force. `isSettled`: of which
 * operations its facts say all that the description does: what differs there of what the interface leaves open, this client knows.
 */
export function compareWithContract(
  description: JsonObject,
  service: ServiceDescription = DEFAULT_DESCRIPTION,
  isSettled: (operation: OperationId) => boolean = () => false,
): Comparison {
  const expected = describeService({ serverUrl: 'https://ingest.example.com', service }) as JsonObject
  const operations = operationsOf(expected)
  const found = compareDescriptions(expected, description).map((each) => {
    const id = operations.get(pathForm(each.operation))?.id as OperationId | undefined
    return each.assumed && id !== undefined && isSettled(id) ? { ...each, breaking: false } : each
  })
  const breaking = found.filter((each) => each.breaking)
  return {
    version: versionOf(description),
    expected_version: versionOf(expected),
    breaking: breaking.length,
    broken_operations: new Set(breaking.map(({ operation }) => operation)).size,
    differences: byImportance(found),
  }
}

function versionOf({ info }: JsonObject): string | null {
  return isObject(info) && typeof info.version === 'string' ? info.version : null
}

/** The operations in the order of what is worst in them, and so the differences of each. */
function byImportance(differences: readonly Difference[]): Difference[] {
  const operations = [...new Set(differences.map(({ operation }) => operation))]
  const groups = operations.map((operation) => {
    const own = differences.filter((each) => each.operation === operation)
    return own.sort((a, b) => weightOf(b) - weightOf(a))
  })
  return groups.sort((a, b) => weightOf(b[0]!) - weightOf(a[0]!)).flat()
}

function weightOf({ breaking, assumed, kind }: Difference): number {
  if (!breaking) return kind === 'added' ? 0 : 1
  return assumed ? 2 : 3
}
