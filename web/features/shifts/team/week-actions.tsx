import { ActionIcon, Button, Menu } from '@mantine/core'
import {
  IconAdjustments,
  IconCircleCheck,
  IconCopy,
  IconDots,
  IconPencil,
  IconPrinter,
  IconSend,
} from '@tabler/icons-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { GridWeek } from '#contract/shifts/shifts.ts'
import { dayOf, plusDays } from '#contract/values/clock.ts'
import { lazily } from '../../../lib/lazy.ts'
import { useModal } from '../../../lib/modal-stack.ts'
import { useNarrow } from '../../../lib/use-narrow.ts'
import classes from './week-actions.module.css'
import { changesIn, type Hole } from './week-rules.ts'

const WeekDialog = lazily(() => import('./week-dialog.tsx'), 'WeekDialog')
const SettingsDialog = lazily(() => import('./settings-dialog.tsx'), 'SettingsDialog')

/** Whether the week is published, and how many days differ from what was. */
export function WeekState({ week }: { week: GridWeek }) {
  const { t } = useTranslation('shifts')
  const { days } = changesIn(week)
  if (week.publishedAt && days === 0)
    return (
      <span className={classes.state} data-hue="green">
        <IconCircleCheck size={14} stroke={1.75} aria-hidden />
        {t('state.published')}
      </span>
    )
  return (
    <span className={classes.state} data-hue="amber">
      <IconPencil size={14} stroke={1.75} aria-hidden />
      {days > 0 ? t('state.changes', { count: days }) : t('state.unpublished')}
    </span>
  )
}

type Props = { week: GridWeek; holes: readonly Hole[]; nameOf: (campaignId: string) => string }

/** Publishing, copying, printing, and the settings of shifts. */
export function WeekActions({ week, holes, nameOf }: Props) {
  const { t } = useTranslation('shifts')
  const publishing = useModal('publish-week')
  const copying = useModal('copy-week')
  const setting = useModal('shift-settings')
  const isNarrow = useNarrow()
  const isPast = plusDays(week.week, 6) < dayOf(new Date())
  const isPublished = week.publishedAt !== null && changesIn(week).days === 0
  const dialog = { week, holes, nameOf }
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size="var(--control)" aria-label={t('actions.more')}>
            <IconDots size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {isNarrow && (
            <Menu.Item leftSection={<IconCopy aria-hidden />} disabled={isPast} onClick={copying.open}>
              {t('copy.act')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconAdjustments aria-hidden />} onClick={setting.open}>
            {t('settings.title')}
          </Menu.Item>
          <Menu.Item leftSection={<IconPrinter aria-hidden />} onClick={() => window.print()}>
            {t('actions.print')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {!isNarrow && (
        <Button
          variant="default"
          disabled={isPast}
          leftSection={<IconCopy size={16} stroke={1.75} aria-hidden />}
          onClick={copying.open}
        >
          {t('copy.act')}
        </Button>
      )}
      <Button
        disabled={isPast || isPublished}
        leftSection={<IconSend size={16} stroke={1.75} data-mirror aria-hidden />}
        onClick={publishing.open}
      >
        {t('publish.act')}
      </Button>
      <Suspense>
        {publishing.opened && <WeekDialog act="publish" {...dialog} onClose={publishing.close} />}
        {copying.opened && <WeekDialog act="copy" {...dialog} onClose={copying.close} />}
        {setting.opened && <SettingsDialog onClose={setting.close} />}
      </Suspense>
    </>
  )
}
