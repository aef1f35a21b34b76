import { Menu, UnstyledButton } from '@mantine/core'
import { IconBookmark, IconCheck, IconChevronDown, IconDeviceFloppy, IconSettings } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { SavedView, ViewQuery, ViewsOf } from './view-list.ts'
import classes from './views-bar.module.css'

type Props<Query extends ViewQuery> = {
  of: ViewsOf<Query>
  businessId: string
  views: readonly SavedView<Query>[]
  open: SavedView<Query> | undefined
  onSave: () => void
  onManage: () => void
}

/** All views, the shared ones first, and what can be done with them. */
export function ViewsMenu<Query extends ViewQuery>({ of, businessId, views, open, onSave, onManage }: Props<Query>) {
  const { t } = useTranslation('saved-views')
  const groups = [
    { label: t('shared'), rows: views.filter(({ isShared }) => isShared) },
    { label: t('private'), rows: views.filter(({ isShared }) => !isShared) },
  ].filter(({ rows }) => rows.length > 0)
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
        {groups.map(({ label, rows }) => (
          <Fragment key={label}>
            <Menu.Label>{label}</Menu.Label>
            {rows.map((view) => (
              <Menu.Item
                key={view._id}
                component={Link}
                {...of.linkTo(businessId, view)}
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
