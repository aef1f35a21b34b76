import { ActionIcon, Button, Tabs } from '@mantine/core'
import { IconChecks, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../lib/i18n/format.ts'
import { NotificationList } from './notification-list.tsx'
import classes from './notification-panel.module.css'
import { countQuery, type NotificationTab, notificationTabs, useMarkAllRead } from './notifications.api.ts'

type Props = { onClose: () => void; onOpen: () => void; replace: boolean; titleId: string }

/** All, unread and read notifications with their counts (specification, section 2). */
export function NotificationPanel({ onClose, onOpen, replace, titleId }: Props) {
  const { t } = useTranslation('notifications')
  const { t: common } = useTranslation()
  const [tab, setTab] = useState<NotificationTab>('all')
  const { data: count } = useQuery(countQuery)
  const { mutate: markAll } = useMarkAllRead()
  const counts = count && { all: count.read + count.unread, unread: count.unread, read: count.read }
  return (
    <div className={classes.panel}>
      <div className={classes.head}>
        <h2 className={classes.title} id={titleId} tabIndex={-1} data-autofocus>
          {t('title')}
        </h2>
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconChecks stroke={1.75} />}
          disabled={!counts?.unread}
          onClick={() => markAll(undefined)}
        >
          {t('markAll')}
        </Button>
        <ActionIcon aria-label={common('close')} onClick={onClose}>
          <IconX size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </div>
      <Tabs
        value={tab}
        onChange={(value) => setTab(notificationTabs.find((name) => name === value) ?? 'all')}
        className={classes.tabs}
        keepMounted={false}
      >
        <Tabs.List className={classes.tabList} aria-labelledby={titleId}>
          {notificationTabs.map((name) => (
            <Tabs.Tab
              key={name}
              value={name}
              rightSection={counts && <span className="tabular">{formatNumber(counts[name])}</span>}
            >
              {t(`tabs.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {notificationTabs.map((name) => (
          <Tabs.Panel key={name} value={name} className={classes.content}>
            <NotificationList tab={name} onOpen={onOpen} replace={replace} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </div>
  )
}
