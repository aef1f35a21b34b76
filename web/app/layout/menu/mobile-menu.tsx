import { Accordion, ActionIcon, Drawer, UnstyledButton } from '@mantine/core'
import {
  IconHelpCircle,
  IconLanguage,
  IconLayoutDashboard,
  IconLogout,
  IconPlus,
  IconUserCircle,
  IconX,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { switchLanguage } from '../../../lib/i18n/language.ts'
import { lazily } from '../../../lib/lazy.ts'
import { useModal } from '../../../lib/modal-stack.ts'
import { paths } from '../../../lib/paths.ts'
import { useSession } from '../../../lib/session/session.ts'
import { PersonAvatar } from '../../../ui/display/person-avatar.tsx'
import { Picture } from '../../../ui/display/picture.tsx'
import { UserText } from '../../../ui/display/user-text.tsx'
import { otherLanguage } from '../../../ui/layout/language-switch.tsx'
import { Logo } from '../../../ui/layout/logo.tsx'
import { useSchemeSwitch } from '../../../ui/layout/scheme-switch.tsx'
import { nameOf } from '../header/business-selector.tsx'
import { useSignOut } from '../header/sign-out.tsx'
import { MenuCount } from './menu-count.tsx'
import { type MenuEntry, useMenuEntries } from './menu-entries.ts'
import { MENU_MODAL } from './menu-modal.ts'
import classes from './mobile-menu.module.css'

const InstallEntry = lazily(() => import('./install-entry.tsx'), 'InstallEntry')

/** The mobile menu: groups with one open at a time; navigation closes it (specification, section 2). */
export function MobileMenu() {
  const { t } = useTranslation('shell')
  const { user, business, supportUrl } = useSession()
  const menu = useModal(MENU_MODAL)
  const entries = useMenuEntries()
  const [group, setGroup] = useState<string | null>(
    (['business', 'me'] as const).find((name) => entries[name].some(({ isActive }) => isActive)) ?? 'dashboard',
  )
  const leave = useSignOut({ quiet: true })
  return (
    <Drawer
      opened={menu.opened}
      onClose={menu.close}
      position="left"
      size="min(82vw, 20rem)"
      withCloseButton={false}
      attributes={{ content: { 'aria-label': t('menu') } }}
      classNames={{ content: classes.content ?? '', body: classes.body ?? '' }}
    >
      <div className={classes.top}>
        <Logo />
        <ActionIcon aria-label={t('closeMenu')} onClick={menu.close}>
          <IconX size={20} stroke={1.75} aria-hidden />
        </ActionIcon>
      </div>
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
      <nav aria-label={t('menu')}>
        <Accordion
          value={group}
          onChange={setGroup}
          classNames={{
            control: classes.group ?? '',
            item: classes.item ?? '',
            label: classes.label ?? '',
            content: classes.entries ?? '',
          }}
        >
          <Group value="dashboard" label={t('dashboardGroup')} icon={<IconLayoutDashboard stroke={1.75} aria-hidden />}>
            <Entries entries={entries.dashboard} />
          </Group>
          {business && (
            <Group
              value="business"
              label={<UserText cut>{nameOf(business)}</UserText>}
              icon={<Picture id={business._id} name={nameOf(business)} image={business.image} />}
            >
              <Entries entries={entries.business} />
              <Link to={paths.createBusiness} replace className={classes.entry}>
                <IconPlus size={16} stroke={1.75} aria-hidden />
                {t('createBusiness')}
              </Link>
            </Group>
          )}
          <Group value="me" label={t('me')} icon={<IconUserCircle stroke={1.75} aria-hidden />}>
            <Entries entries={entries.me} />
            <Preferences />
          </Group>
        </Accordion>
      </nav>
      <div className={classes.foot}>
        <a href={supportUrl} className={classes.plain}>
          <IconHelpCircle stroke={1.75} aria-hidden />
          {t('support')}
        </a>
        <UnstyledButton className={classes.plain} onClick={() => leave()}>
          <IconLogout stroke={1.75} aria-hidden />
          {t('logout')}
        </UnstyledButton>
      </div>
    </Drawer>
  )
}

const Group = ({
  value,
  label,
  icon,
  children,
}: {
  value: string
  label: ReactNode
  icon: ReactNode
  children: ReactNode
}) => (
  <Accordion.Item value={value}>
    <Accordion.Control icon={icon}>{label}</Accordion.Control>
    <Accordion.Panel>{children}</Accordion.Panel>
  </Accordion.Item>
)

/** Links replace the menu's history entry, so that Back does not reopen the menu. */
const Entries = ({ entries }: { entries: MenuEntry[] }) =>
  entries.map(({ key, label, to, isActive, count }) => (
    <Link key={key} to={to} replace className={classes.entry} aria-current={isActive ? 'page' : undefined}>
      {label}
      {count && <MenuCount count={count} />}
    </Link>
  ))

function Preferences() {
  const language = otherLanguage()
  const scheme = useSchemeSwitch()
  return (
    <>
      <UnstyledButton className={classes.entry} lang={language.code} onClick={() => void switchLanguage(language.code)}>
        <IconLanguage size={18} stroke={1.75} aria-hidden />
        {language.name}
      </UnstyledButton>
      <UnstyledButton className={classes.entry} onClick={scheme.toggle}>
        <scheme.Icon size={18} stroke={1.75} aria-hidden />
        {scheme.label}
      </UnstyledButton>
      <Suspense>
        <InstallEntry className={classes.entry} />
      </Suspense>
    </>
  )
}
