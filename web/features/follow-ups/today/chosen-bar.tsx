import { Menu } from '@mantine/core'
import { IconCheck, IconClockPause, IconUserShare } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { TodayFollowUp } from '#contract/leads/follow-ups/today.ts'
import { formatNumber } from '../../../lib/i18n/format.ts'
import { BarButton, SelectionBar } from '../../../ui/list/selection-bar.tsx'
import { followUpOf } from '../follow-ups.api.ts'
import { HandOverItems } from '../hand-over-items.tsx'
import { SnoozeMenu } from '../snooze-menu.tsx'
import { useManyFollowUps } from './many.api.ts'

type Props = { businessId: string; items: readonly TodayFollowUp[]; onClear: () => void }

/** Actions on the chosen follow-ups. They are handed over together where all belong to one campaign. */
export function ChosenBar({ businessId, items, onClear }: Props) {
  const { t } = useTranslation('follow-ups')
  const many = useManyFollowUps(businessId)
  const followUps = items.map(({ followUp }) => followUpOf(followUp))
  const campaigns = [...new Set(items.map(({ lead }) => lead.campaignId))]
  const people = [...new Set(followUps.map(({ userId }) => userId))]
  const then = (act: () => void) => {
    act()
    onClear()
  }
  const [campaignId] = campaigns
  const count = t('selected', { count: items.length, total: formatNumber(items.length) })
  return (
    <SelectionBar label={t('today.chosen')} count={count} onClear={onClear}>
      <BarButton Icon={IconCheck} label={t('done')} onClick={() => then(() => many.done(followUps))} />
      <SnoozeMenu onPick={(dueAt) => then(() => many.snooze(followUps, dueAt))}>
        <BarButton Icon={IconClockPause} label={t('snooze')} />
      </SnoozeMenu>
      {campaigns.length === 1 && campaignId && (
        <Menu position="top">
          <Menu.Target>
            <BarButton Icon={IconUserShare} label={t('handOverMany')} />
          </Menu.Target>
          <Menu.Dropdown>
            <HandOverItems
              campaignId={campaignId}
              without={people.length === 1 ? people[0] : undefined}
              onPick={(person) => then(() => many.handOver(followUps, person))}
            />
          </Menu.Dropdown>
        </Menu>
      )}
    </SelectionBar>
  )
}
