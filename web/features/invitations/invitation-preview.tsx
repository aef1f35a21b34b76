import { use } from 'react'
import { I18nextProvider } from 'react-i18next'
import type { Language } from '#contract/constants.ts'
import type { CampaignRole, Role } from '#contract/roles.ts'
import { directionOf, i18nIn } from '../../lib/i18n/i18n.ts'
import { useBusiness, useSession } from '../../lib/session/session.ts'
import { InvitationIntro } from './invitation-intro.tsx'
import classes from './invite-dialog.module.css'

const instances = new Map<Language, ReturnType<typeof i18nIn>>()
function textsIn(language: Language) {
  const texts = instances.get(language) ?? i18nIn(language, ['invitation'])
  instances.set(language, texts)
  return texts
}

type Props = {
  language: Language
  role: Role
  campaigns: readonly { name: string; role: CampaignRole }[]
  message: string
}

/** Preview of the invitation, in the language chosen for the invited people. */
export function InvitationPreview({ language, role, campaigns, message }: Props) {
  const own = use(textsIn(language))
  const { user } = useSession()
  const { business } = useBusiness()
  return (
    <div className={classes.preview} lang={language} dir={directionOf(language)}>
      <I18nextProvider i18n={own}>
        <InvitationIntro business={business} inviter={user.name} role={role} campaigns={campaigns} message={message} />
      </I18nextProvider>
    </div>
  )
}
