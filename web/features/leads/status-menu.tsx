import { Box, Menu, UnstyledButton } from '@mantine/core'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Lead } from '#contract/leads.ts'
import { StatusGlyph } from '../../ui/status-glyph.tsx'
import { StatusPill } from '../../ui/status-pill.tsx'
import classes from './status-menu.module.css'
import { lookOf, type StatusLook } from './use-statuses.ts'

type Props = {
  lead: Pick<Lead, 'statusId' | 'status'>
  statuses: readonly StatusLook[]
  /** Without it the status can only be read. */
  onChange?: ((status: StatusLook) => void) | undefined
  /** With an arrow and in its place in the head of a lead's page. */
  large?: boolean
}

/** The lead's status; where one may change it, a menu of all statuses. */
export function StatusMenu({ lead, statuses, onChange, large }: Props) {
  const { t } = useTranslation('leads')
  const current = lookOf(statuses, lead)
  if (!onChange) return <StatusPill {...current} />
  return (
    <Menu position="bottom-start" withinPortal>
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
        {statuses.map((status) => (
          <Menu.Item
            key={status._id}
            role="menuitemradio"
            aria-checked={status._id === current._id}
            onClick={() => status._id !== current._id && onChange(status)}
            leftSection={
              <span className={classes.glyph} data-hue={status.hue}>
                <StatusGlyph type={status.type} part={status.part} />
              </span>
            }
            rightSection={status._id === current._id && <IconCheck size={14} stroke={2} aria-hidden />}
          >
            <bdi>{status.name}</bdi>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
