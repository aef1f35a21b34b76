import { Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { User } from '#contract/team/users.ts'
import { peopleQuery } from '../../lib/session/people.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { PersonAvatar } from '../../ui/display/person-avatar.tsx'

type Props = {
  campaignId: string
  /** The person who has the follow-up now. */
  without: string | undefined
  onPick: (person: User) => void
}

/** Menu entries for colleagues who may take a follow-up. */
export function HandOverItems({ campaignId, without, onPick }: Props) {
  const { t } = useTranslation('follow-ups')
  const { businessId } = useBusiness()
  const { data } = useQuery(peopleQuery(businessId, campaignId))
  const people = data?.people.filter(({ _id }) => _id !== without) ?? []
  if (!people.length) return null
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{t('handOver')}</Menu.Label>
      {people.map((person) => (
        <Menu.Item
          key={person._id}
          leftSection={<PersonAvatar {...person} id={person._id} />}
          onClick={() => onPick(person)}
        >
          <bdi>{person.name}</bdi>
        </Menu.Item>
      ))}
    </>
  )
}
