import { Menu, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconBellCog, IconCalendarClock, IconLanguage, IconLogout, IconUserCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { switchLanguage } from '../../../lib/i18n/language.ts'
import { lazily } from '../../../lib/lazy.ts'
import { paths } from '../../../lib/paths.ts'
import { useCan, useSession } from '../../../lib/session/session.ts'
import { PersonAvatar } from '../../../ui/display/person-avatar.tsx'
import { UserText } from '../../../ui/display/user-text.tsx'
import { otherLanguage } from '../../../ui/layout/language-switch.tsx'
import { useSchemeSwitch } from '../../../ui/layout/scheme-switch.tsx'
import { useSignOut } from './sign-out.tsx'
import classes from './user-menu.module.css'

const InstallItem = lazily(() => import('../menu/install-entry.tsx'), 'InstallItem')

export function UserMenu() {
  const { t } = useTranslation('shell')
  const { user } = useSession()
  const scheme = useSchemeSwitch()
  const language = otherLanguage()
  const leave = useSignOut()
  const hasShifts = useCan('shifts.own')
  return (
    <Menu width={240} offset={8} withinPortal={false}>
      <Menu.Target>
        <UnstyledButton className={classes.target}>
          <VisuallyHidden>{t('userMenu', { name: user.name })}</VisuallyHidden>
          <PersonAvatar id={user._id} name={user.name} image={user.image} size="md" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.person}>
          <PersonAvatar id={user._id} name={user.name} image={user.image} size="lg" />
          <span className={classes.words}>
            <span className={classes.name}>
              <UserText cut>{user.name}</UserText>
            </span>
            <span className={classes.email}>
              <UserText cut direction="ltr">
                {user.email}
              </UserText>
            </span>
          </span>
        </div>
        <Menu.Divider />
        <Menu.Item component={Link} to={paths.profile} leftSection={<IconUserCircle stroke={1.75} />}>
          {t('myProfile')}
        </Menu.Item>
        {hasShifts && (
          <Menu.Item component={Link} to={paths.myShifts} leftSection={<IconCalendarClock stroke={1.75} />}>
            {t('myShifts')}
          </Menu.Item>
        )}
        <Menu.Item component={Link} to={paths.ownNotifications} leftSection={<IconBellCog stroke={1.75} />}>
          {t('notificationSettings')}
        </Menu.Item>
        <Menu.Item
          lang={language.code}
          leftSection={<IconLanguage stroke={1.75} />}
          onClick={() => void switchLanguage(language.code)}
        >
          {language.name}
        </Menu.Item>
        <Menu.Item leftSection={<scheme.Icon stroke={1.75} />} closeMenuOnClick={false} onClick={scheme.toggle}>
          {scheme.label}
        </Menu.Item>
        <Suspense>
          <InstallItem />
        </Suspense>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout stroke={1.75} />} onClick={() => leave()}>
          {t('logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
