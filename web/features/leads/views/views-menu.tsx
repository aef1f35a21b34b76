import { Menu, UnstyledButton } from '@mantine/core'
import { IconBookmark, IconCheck, IconChevronDown, IconDeviceFloppy, IconSettings } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { LeadView } from '#contract/leads/views/lead-views.ts'
import { linkToView } from './view-query.ts'
import classes from './views-bar.module.css'

type Props = {
  businessId: string
  views: readonly LeadView[]
  open: LeadView | undefined
  onSave: () => void
  onManage: () => void
}

/** All views, the shared ones first, and what can be done with them. */
export function ViewsMenu({ businessId, views, open, onSave, onManage }: Props) {
  const { t } = useTranslation('lead-views')
  const groups = [
    { label: t('shared'), of: views.filter(({ isShared }) => isShared) },
    { label: t('private'), of: views.filter(({ isShared }) => !isShared) },
  ].filter(({ of }) => of.length > 0)
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <UnstyledButton className={classes.menu}>
          <IconBookmark stroke={1.75} aria-hidden />
          {t('views')}
          <IconChevronDown stroke={1.75} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown mah="60vh" style={{ overflowY: 'auto' }}>
        {groups.map(({ label, of }) => (
          <Fragment key={label}>
            <Menu.Label>{label}</Menu.Label>
            {of.map((view) => (
              <Menu.Item
                key={view._id}
                component={Link}
                {...linkToView(businessId, view)}
                rightSection={view === open && <IconCheck size={16} role="img" aria-label={t('isOpen')} />}
              >
                <bdi>{view.name}</bdi>
              </Menu.Item>
            ))}
          </Fragment>
        ))}
        {groups.length > 0 && <Menu.Divider />}
        <Menu.Item leftSection={<IconDeviceFloppy aria-hidden />} onClick={onSave}>
          {t('saveNew')}
        </Menu.Item>
        {views.length > 0 && (
          <Menu.Item leftSection={<IconSettings aria-hidden />} onClick={onManage}>
            {t('manage')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
