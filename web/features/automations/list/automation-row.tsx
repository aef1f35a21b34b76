import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconDots, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AutomationSummary } from '#contract/leads/automations/automations.ts'
import { formatRecent } from '../../../lib/i18n/format.ts'
import { paths } from '../../../lib/paths.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { UserText } from '../../../ui/display/user-text.tsx'
import { useMoveAutomation } from '../automations.api.ts'
import classes from './list.module.css'
import { OnSwitch } from './on-switch.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { RunCounts } from './run-counts.tsx'

type Props = {
  automation: AutomationSummary
  /** Before which it moves up; undefined: it is the first. */
  above: string | undefined
  /** Before which it moves down, null: at the end; undefined: it is the last. */
  below: string | null | undefined
}

/** One automation: its switch, name, runs and failures. */
export function AutomationRow({ automation, above, below }: Props) {
  const { t } = useTranslation(['automations', 'common'])
  const { businessId } = useBusiness()
  const move = useMoveAutomation(businessId)
  const [isRemoving, setRemoving] = useState(false)
  const { _id, name, hasDraft, version, lastRunAt } = automation
  const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const
  const to = (before: string | null) => move.mutate({ automationId: _id, before })
  return (
    <li className={classes.row}>
      <OnSwitch automation={automation} />
      <div className={classes.words}>
        <h2 className={classes.name}>
          <Link className={classes.link} to={paths.automation(businessId, _id)}>
            <UserText>{name}</UserText>
          </Link>
        </h2>
        <RunCounts automation={automation} />
      </div>
      <span className={classes.last}>
        {hasDraft && version !== null && (
          <span className={classes.draft} data-hue="amber">
            {t('states.draft')}
          </span>
        )}
        {lastRunAt && <time dateTime={lastRunAt}>{t('lastRun', { time: formatRecent(lastRunAt) })}</time>}
      </span>
      <Menu withinPortal position="bottom-end">
        <Menu.Target>
          <ActionIcon className={classes.menu ?? ''} aria-label={t('menuOf', { name })}>
            <IconDots {...icon} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconArrowUp {...icon} />} disabled={!above} onClick={() => above && to(above)}>
            {t('runsEarlier')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArrowDown {...icon} />}
            disabled={below === undefined}
            onClick={() => below !== undefined && to(below)}
          >
            {t('runsLater')}
          </Menu.Item>
          <Menu.Item color="red" leftSection={<IconTrash {...icon} />} onClick={() => setRemoving(true)}>
            {t('delete', { ns: 'common' })}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isRemoving && <RemoveDialog automation={automation} onClose={() => setRemoving(false)} />}
    </li>
  )
}
