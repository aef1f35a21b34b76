import { ActionIcon, Menu, UnstyledButton } from '@mantine/core'
import { IconDots, IconGripVertical, IconPencil, IconStar, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { KeyboardEvent, PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { canBeDefault } from '#contract/leads/lead-status.ts'
import type { CountedStatus } from '#contract/leads/statuses.ts'
import { formatNumber } from '../../lib/i18n/format.ts'
import { paths } from '../../lib/paths.ts'
import { link } from '../../lib/search.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { StatusPill } from '../../shared/status-pill.tsx'
import { nameOf, otherNameOf } from './status-parts.tsx'
import classes from './statuses-page.module.css'

type Props = {
  status: CountedStatus
  part: number
  isLastOpen: boolean
  dragged: boolean
  drop: 'before' | 'after' | undefined
  onGrab: (event: PointerEvent<HTMLElement>) => void
  onKey: (event: KeyboardEvent) => void
} & Acts
type Acts = { onEdit: () => void; onDelete: () => void; onDefault: () => void }

export function StatusRow({ status, part, isLastOpen, dragged, drop, onGrab, onKey, ...acts }: Props) {
  const { t } = useTranslation('statuses')
  const { businessId } = useBusiness()
  const name = nameOf(status)
  return (
    <li className={classes.row} data-dragged={dragged || undefined} data-drop={drop}>
      <UnstyledButton
        className={classes.handle}
        aria-label={t('move', { name })}
        onPointerDown={onGrab}
        onKeyDown={onKey}
      >
        <IconGripVertical size={16} stroke={1.75} aria-hidden />
      </UnstyledButton>
      <div className={classes.words}>
        <UnstyledButton className={classes.open} aria-label={t('editOf', { name })} onClick={acts.onEdit}>
          <StatusPill name={name} hue={status.hue} type={status.type} part={part} />
        </UnstyledButton>
        <span className={classes.other} dir="auto">
          {otherNameOf(status)}
        </span>
      </div>
      <span className={classes.type}>{t(`types.${status.type}`)}</span>
      <Marks status={status} />
      <Link
        className={classes.leads}
        {...link(paths.leads(businessId), { status: [status._id] })}
        data-none={status.leads === 0 || undefined}
      >
        {t('leads', { count: status.leads, total: formatNumber(status.leads) })}
      </Link>
      <RowMenu status={status} name={name} isLastOpen={isLastOpen} {...acts} />
    </li>
  )
}

function Marks({ status: { isDefault, asks, followUp, campaignIds } }: { status: CountedStatus }) {
  const { t } = useTranslation('statuses')
  return (
    <span className={classes.marks}>
      {isDefault && (
        <span className={classes.mark} data-strong>
          {t('default')}
        </span>
      )}
      {asks && <span className={classes.mark}>{t(`asks.${asks}`)}</span>}
      {followUp && <span className={classes.mark}>{t(`followUp.actions.${followUp.action}`)}</span>}
      {campaignIds && <span className={classes.mark}>{t('inCampaigns', { count: campaignIds.length })}</span>}
    </span>
  )
}

type MenuProps = Acts & { status: CountedStatus; name: string; isLastOpen: boolean }

/** Disabled actions explain why. */
function RowMenu({ status, name, isLastOpen, onEdit, onDelete, onDefault }: MenuProps) {
  const { t } = useTranslation('statuses')
  const { t: common } = useTranslation()
  const mayNot = status.isDefault ? t('keptDefault') : isLastOpen ? t('keptOpen') : undefined
  const noDefault = !canBeDefault(status.type) ? t('undecided') : status.campaignIds ? t('someCampaigns') : undefined
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon className={classes.more} aria-label={t('moreOf', { name })}>
          <IconDots size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} stroke={1.75} aria-hidden />} onClick={onEdit}>
          {t('edit')}
        </Menu.Item>
        {!status.isDefault && (
          <Menu.Item
            leftSection={<IconStar size={16} stroke={1.75} aria-hidden />}
            disabled={noDefault !== undefined}
            onClick={onDefault}
          >
            {t('makeDefault')}
            {noDefault && <span className={classes.why}>{noDefault}</span>}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconTrash size={16} stroke={1.75} aria-hidden />}
          color="red"
          disabled={mayNot !== undefined}
          onClick={onDelete}
        >
          {common('delete')}
          {mayNot && <span className={classes.why}>{mayNot}</span>}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
