import type { Feature } from '../feature.ts'
import { invitationExample } from './examples.rules.ts'
import { hasInvited } from './invitations.queries.ts'
import { mountInvitations, mountShortInvitations } from './invitations.routes.ts'
import { isClosedBefore } from './invitations.sql.ts'
import * as personal from './personal-data.queries.ts'
import { isMailedTo } from './proof.service.ts'

export const invitations: Feature = {
  mount: [mountInvitations],
  mountAtRoot: [mountShortInvitations],
  retainedAsSet: [{ table: 'invitations', period: 'newcomers', isOld: isClosedBefore }],
  messageExamples: { invitation: invitationExample },
  identity: { isMailedTo },
  person: { erase: personal.eraseInvitations, export: { invitations: personal.listInvitationsTo } },
  account: {
    erase: personal.eraseInvitationsOfAccount,
    export: { invitations: personal.listInvitationsOfAccount },
  },
  firstSteps: { invite: hasInvited },
}
