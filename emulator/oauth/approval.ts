import { OAUTH_PATHS } from '../../src/contract/oauth.js'
import { decodeSegment, type Reply, type ServerRequest } from '../core/exchange.js'
import type { Service } from '../core/service.js'
import { rowOfId } from '../operations/find-rows.js'
import { approvalPage, messagePage } from './approval-page.js'
import { approve, deny, findWaiting } from './connections.js'
import { readUrlEncodedForm } from './form.js'
import { requireMethod } from './metadata.js'
import { redirectReply } from './replies.js'

/**
 * The page on which a person lets an assistant in or not, and what its buttons send. Another site cannot send it, for its Origin
 * is refused before (contract.md section 1).
 */
export async function answerApproval(request: ServerRequest, service: Service): Promise<Reply> {
  requireMethod(request, 'GET', 'POST')
  const id = decodeSegment(request.target.split('?')[0]!.slice(OAUTH_PATHS.approve.length))
  const waiting = findWaiting(service, id)
  if (!waiting)
    return messagePage(404, 'This sign-in was already answered or has expired. Start it again in the assistant.')
  if (request.method === 'GET') return approvalPage(waiting, service)
  const form = await readUrlEncodedForm(request)
  if (form.get('decision') === 'deny') return redirectReply(await deny(service, id))
  const [orgId = '', memberId = ''] = (form.get('member') ?? '').split('/')
  const organization = await service.organizations.find(orgId)
  if (
    form.get('decision') !== 'approve' ||
    !(organization && rowOfId(organization.store.state.members, memberId)?.active)
  ) {
    return approvalPage(waiting, service, 'Choose who you are, then approve or deny.')
  }
  const { redirectTo } = await approve(service, organization, id, memberId)
  return redirectReply(redirectTo)
}
