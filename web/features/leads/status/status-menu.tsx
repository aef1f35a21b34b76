import { Box, Menu, UnstyledButton } from '@mantine/core'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Lead } from '#contract/leads/leads.ts'
import { StatusGlyph } from '../../../shared/status-glyph.tsx'
import { StatusPill } from '../../../shared/status-pill.tsx'
import classes from './status-menu.module.css'
import { type LocalizedStatus, selectableIn, statusOf } from './use-statuses.ts'

type Props = {
  lead: Pick<Lead, 'statusId' | 'status' | 'campaignId'>
  statuses: readonly LocalizedStatus[]
  /** Undefined: read-only. */
  onChange?: ((status: LocalizedStatus) => void) | undefined
  /** With an arrow, as in the header of the lead page. */
  large?: boolean
  defaultOpened?: boolean
}

/** The lead's status, as a menu of the statuses of its campaign if it can be changed. */
export function StatusMenu({ lead, statuses, onChange, large, defaultOpened = false }: Props) {
  const { t } = useTranslation('leads')
  const current = statusOf(statuses, lead)
  if (!onChange) return <StatusPill {...current} />
  const pick = (id: string) => {
    const picked = statuses.find(({ _id }) => _id === id)
    if (picked && id !== current._id) onChange(picked)
  }
  return (
    <Menu position="bottom-start" withinPortal defaultOpened={defaultOpened}>
      <Menu.Target>
        <UnstyledButton className={classes.target} aria-label={t('changeStatus', { status: current.name })}>
          <StatusPill {...current} />
          {large && (
            <Box component="span" className={classes.arrow} data-hue={current.hue}>
              <IconChevronDown size={14} stroke={2} aria-hidden />
            </Box>
          )}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <StatusItems
          statuses={selectableIn(statuses, lead.campaignId, current._id)}
          current={current._id}
          onPick={pick}
        />
      </Menu.Dropdown>
    </Menu>
  )
}

type ItemsProps = { statuses: readonly LocalizedStatus[]; current: string | null; onPick: (statusId: string) => void }

export const StatusItems = ({ statuses, current, onPick }: ItemsProps) => (
  <Menu.RadioGroup value={current ?? ''} onChange={onPick}>
    {statuses.map((status) => (
      <Menu.RadioItem
        key={status._id}
        value={status._id}
        closeMenuOnClick
        classNames={{ item: classes.item ?? '', itemIndicator: classes.tick ?? '' }}
        checkIcon={<IconCheck size={14} stroke={2} aria-hidden />}
      >
        <span className={classes.status} data-hue={status.hue}>
          <StatusGlyph type={status.type} part={status.part} />
          <bdi>{status.name}</bdi>
        </span>
      </Menu.RadioItem>
    ))}
  </Menu.RadioGroup>
)
