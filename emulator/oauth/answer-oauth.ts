import { OAUTH_PATHS } from '../../src/contract/oauth.js'
import type { Reply, ServerRequest } from '../core/exchange.js'
import type { Service } from '../core/service.js'
import { answerApproval } from './approval.js'
import { authorize } from './authorize.js'
import { exchangeToken } from './exchange-token.js'
import { requireMethod, serverMetadata } from './metadata.js'
import { registerClient } from './register-client.js'
import { jsonReply, OAuthRefusal, refusalReply } from './replies.js'
import { revokeToken } from './revoke-token.js'

/** Answers what belongs to the sign-in of assistants on the dashboard host; undefined for any other path. Host and Origin are checked before. */
export async function answerOAuth(request: ServerRequest, service: Service): Promise<Reply | undefined> {
  try {
    return await answerPath(request.target.split('?')[0]!, request, service)
  } catch (error) {
    if (error instanceof OAuthRefusal) return refusalReply(error)
    throw error
  }
}

async function answerPath(path: string, request: ServerRequest, service: Service): Promise<Reply | undefined> {
  const issuer = `${service.addresses.scheme}://${request.headers.host![0]}`
  switch (path) {
    case OAUTH_PATHS.metadata:
      requireMethod(request, 'GET')
      return jsonReply(serverMetadata(issuer))
    case OAUTH_PATHS.register:
      return registerClient(request, service)
    case OAUTH_PATHS.authorize:
      return authorize(request, service, issuer)
    case OAUTH_PATHS.token:
      return exchangeToken(request, service)
    case OAUTH_PATHS.revoke:
      return revokeToken(request, service)
    default:
      return path.startsWith(OAUTH_PATHS.approve) ? answerApproval(request, service) : undefined
  }
}
