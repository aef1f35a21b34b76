import { ActionIcon, Select } from '@mantine/core'
import { IconUserPlus, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, use } from 'react'
import { useTranslation } from 'react-i18next'
import type { CampaignMember } from '#contract/campaigns.ts'
import { campaignRoles } from '#contract/roles.ts'
import { peopleQuery } from '../../../lib/session/people.ts'
import { useBusiness, useCan } from '../../../lib/session/session.ts'
import { PersonAvatar } from '../../../ui/display/person-avatar.tsx'
import { UserText } from '../../../ui/display/user-text.tsx'
import { InviteButton } from '../../../ui/layout/page-slots.ts'
import classes from './campaign-members.module.css'

type Props = { members: CampaignMember[]; onChange: (members: CampaignMember[]) => void }

/** The campaign's members with their roles. Owner and Admin have access to every campaign and are not listed. */
export function CampaignMembers({ members, onChange }: Props) {
  const { t } = useTranslation(['campaigns', 'common'])
  const { businessId } = useBusiness()
  const { data, isPending } = useQuery(peopleQuery(businessId))
  const people = data?.people ?? []
  const nameOf = (userId: string) => people.find(({ _id }) => _id === userId)?.name ?? '…'
  const others = people.filter(({ _id }) => !members.some(({ userId }) => userId === _id))
  const change = (userId: string, role: CampaignMember['role']) =>
    onChange(members.map((member) => (member.userId === userId ? { userId, role } : member)))
  const roleNames = campaignRoles.map((role) => ({ value: role, label: t(`roles.${role}`, { ns: 'common' }) }))

  return (
    <div>
      {members.length > 0 && (
        <ul className={classes.members}>
          {members.map(({ userId, role }) => (
            <li key={userId} className={classes.member}>
              <PersonAvatar name={nameOf(userId)} id={userId} size="md" />
              <span className={classes.name}>
                <UserText cut>{nameOf(userId)}</UserText>
              </span>
              <Select
                className={classes.role}
                aria-label={t('form.roleOf', { name: nameOf(userId) })}
                data={roleNames}
                value={role}
                allowDeselect={false}
                onChange={(chosen) => {
                  const known = campaignRoles.find((one) => one === chosen)
                  if (known) change(userId, known)
                }}
              />
              <ActionIcon
                aria-label={t('form.removePerson', { name: nameOf(userId) })}
                onClick={() => onChange(members.filter((member) => member.userId !== userId))}
              >
                <IconX size={16} stroke={1.75} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 || isPending ? (
        <Select
          // Remounts the field after a member is added, which clears it for the next one.
          key={members.length}
          label={t('form.addPerson')}
          placeholder={t('form.choosePerson')}
          leftSection={<IconUserPlus size={16} stroke={1.75} aria-hidden />}
          searchable
          disabled={isPending}
          data={others.map(({ _id, name }) => ({ value: _id, label: name }))}
          nothingFoundMessage={t('noData')}
          onChange={(userId) => userId && onChange([...members, { userId, role: 'Writer' }])}
        />
      ) : (
        <NoneLeft isEmpty={people.length === 0} />
      )}
    </div>
  )
}

/** Shown in place of the choice when there is no person to choose. Members with the right can invite one. */
function NoneLeft({ isEmpty }: { isEmpty: boolean }) {
  const { t } = useTranslation('campaigns')
  const Invite = use(InviteButton)
  const canInvite = useCan('users.manage')
  return (
    <div className={classes.none}>
      <p className={classes.text}>{t(isEmpty ? 'form.noPeople' : 'form.noneLeft')}</p>
      {canInvite && Invite && (
        <Suspense>
          <Invite />
        </Suspense>
      )}
    </div>
  )
}
