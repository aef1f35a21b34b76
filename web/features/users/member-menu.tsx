import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconGauge, IconPlayerPause, IconPlayerPlay, IconUserEdit, IconUserMinus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ListedUser } from '#contract/team/team.ts'
import { useSession } from '../../lib/session/session.ts'

export type MemberAct = 'change' | 'capacity' | 'suspend' | 'resume' | 'remove'

/** The actions available on a member; on oneself only the capacity. */
export function MemberMenu({ user, onAct }: { user: ListedUser; onAct: (act: MemberAct) => void }) {
  const { t } = useTranslation('users')
  const { user: own } = useSession()
  const isOther = user._id !== own._id
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t('menuOf', { name: user.name })}>
          <IconDots size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {isOther && (
          <Menu.Item leftSection={<IconUserEdit />} onClick={() => onAct('change')}>
            {t('act.change')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconGauge />} onClick={() => onAct('capacity')}>
          {t('act.capacity')}
        </Menu.Item>
        {isOther && <Leaving user={user} onAct={onAct} />}
      </Menu.Dropdown>
    </Menu>
  )
}

function Leaving({ user, onAct }: { user: ListedUser; onAct: (act: MemberAct) => void }) {
  const { t } = useTranslation('users')
  return (
    <>
      {user.suspendedAt === null ? (
        <Menu.Item leftSection={<IconPlayerPause />} onClick={() => onAct('suspend')}>
          {t('act.suspend')}
        </Menu.Item>
      ) : (
        <Menu.Item leftSection={<IconPlayerPlay data-mirror />} onClick={() => onAct('resume')}>
          {t('act.resume')}
        </Menu.Item>
      )}
      <Menu.Item color="red" leftSection={<IconUserMinus />} onClick={() => onAct('remove')}>
        {t('act.remove')}
      </Menu.Item>
    </>
  )
}
