import { isObject, type JsonObject } from '../../base/is-object.js'
import { payloadOf } from '../../truth/compatibility/operations.js'
import { follow } from '../../truth/compatibility/shape.js'

/**
 * The description with success payloads declared bare, for a service that knows no `?envelope=bare` and declares them in `data`:
 * its schemas and examples are taken out of the wrapper. What is declared otherwise stays as it is.
 */
export function declaredBare(description: JsonObject): JsonObject {
  return { ...description, paths: eachMember(description.paths, (item) => eachMember(item, bareOperation)) }

  function bareOperation(operation: unknown): unknown {
    if (!isObject(operation) || !isObject(operation.responses)) return operation
    const responses = Object.entries(operation.responses).map(([status, response]) => [
      status,
      /^2/.test(status) ? bareResponse(response) : response,
    ])
    return { ...operation, responses: Object.fromEntries(responses) }
  }

  function bareResponse(response: unknown): unknown {
    const { $ref: _, ...found } = follow(description, response)
    return 'content' in found ? { ...found, content: eachMember(found.content, bareMedia) } : response
  }

  function bareMedia(media: unknown): unknown {
    const schema = isObject(media) ? payloadOf(description, media.schema) : undefined
    if (!isObject(media) || schema === media.schema) return media
    const bare = (value: unknown) => (isObject(value) && 'data' in value ? value.data : value)
    const bareExample = (each: unknown) =>
      isObject(each) && 'value' in each ? { ...each, value: bare(each.value) } : each
    return {
      ...media,
      schema,
      ...('example' in media ? { example: bare(media.example) } : {}),
      ...('examples' in media ? { examples: eachMember(media.examples, bareExample) } : {}),
    }
  }
}

function eachMember(node: unknown, change: (member: unknown) => unknown): unknown {
  return isObject(node) ? Object.fromEntries(Object.entries(node).map(([key, value]) => [key, change(value)])) : node
}
