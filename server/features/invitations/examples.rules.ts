import { INVITATION_DAYS, INVITATION_PATH, SHORT_INVITATION_PATH } from '#contract/team/invitations.ts'
import { longDay } from '../../platform/texts.ts'
import { EXAMPLE_ID, type MessageExample } from '../notification-settings/examples.rules.ts'
import { invitationFrame, say } from './messages.ts'

/** A placeholder of the same length as a real token, so that SMS segments are counted correctly. */
const SECRET = 'x'.repeat(43)
const DAY_MS = 86_400_000

export const invitationExample: MessageExample = ({ channel, language }, { business, publicUrl, now }) => {
  const day = longDay(language, new Date(now.getTime() + INVITATION_DAYS * DAY_MS).toISOString())
  const link = `${publicUrl}${channel === 'sms' ? SHORT_INVITATION_PATH : `${INVITATION_PATH}/${EXAMPLE_ID}`}/${SECRET}`
  return {
    examples: { business, inviter: say(language, 'example.inviter'), day, link },
    frame: invitationFrame(language, { business, day, role: 'Writer', campaigns: say(language, 'example.campaign') }),
  }
}
