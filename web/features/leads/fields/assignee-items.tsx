import { Menu } from '@mantine/core'
import { IconCheck, IconUserOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { User } from '#contract/team/users.ts'
import { peopleQuery } from '../../../lib/session/people.ts'
import { PersonAvatar } from '../../../ui/display/person-avatar.tsx'
import classes from '../status/status-menu.module.css'

type Props = {
  businessId: string
  /** Null: everyone in the business who can have leads. */
  campaignId: string | null
  current?: User | null
  onPick: (person: User | null) => void
}

/** Possible assignees as menu items; the first item unassigns. */
export function AssigneeItems({ businessId, campaignId, current, onPick }: Props) {
  const { t } = useTranslation('leads')
  const { t: common } = useTranslation()
  const { data, isPending } = useQuery(peopleQuery(businessId, campaignId))
  // A person who has left the campaign keeps the lead until it is reassigned.
  const people = [...(data?.people ?? [])]
  if (current && !people.some(({ _id }) => _id === current._id)) people.unshift(current)
  return (
    <>
      <Menu.Item leftSection={<IconUserOff aria-hidden />} onClick={() => onPick(null)}>
        {t('unassigned')}
      </Menu.Item>
      {isPending && <Menu.Label>{common('loading')}</Menu.Label>}
      {people.map((person) => (
        <Menu.Item
          key={person._id}
          leftSection={<PersonAvatar {...person} id={person._id} />}
          rightSection={
            person._id === current?._id && <IconCheck className={classes.chosen} aria-label={t('chosen')} />
          }
          onClick={() => onPick(person)}
        >
          <bdi>{person.name}</bdi>
        </Menu.Item>
      ))}
    </>
  )
}
