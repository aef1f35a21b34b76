import { ActionIcon, Button, UnstyledButton } from '@mantine/core'
import { type Icon, IconCheck, IconClockPause } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { TodayLead } from '#contract/leads/follow-ups/today-lead.ts'
import { isMasked } from '#contract/values/masks.ts'
import { paths } from '../../../lib/paths.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { CallButton } from '../../../shared/numbers/call-button.tsx'
import type { Callee } from '../../../shared/numbers/call-out.ts'
import { UserText } from '../../../ui/display/user-text.tsx'
import { SnoozeMenu } from '../snooze-menu.tsx'
import classes from './today.module.css'

export type RowTone = 'late' | 'soon' | 'later' | 'new'
/** The main act of a row: a link that calls or writes, or a button. */
export type MainAct = {
  label: string
  Icon: Icon
  href?: string | undefined
  onClick?: (() => void) | undefined
  /** Calls this person. */
  callee?: Callee | undefined
}

type Props = {
  tone: RowTone
  Icon: Icon
  /** Name of the lead or caller, for the labels of the row's buttons. */
  name: string
  heading: ReactNode
  below: ReactNode
  text: ReactNode
  time: ReactNode
  main: MainAct | undefined
  /** Moves the row to another time; absent if it has none. */
  snooze?: { onPick: (dueAt: string) => void; onOther?: (() => void) | undefined } | undefined
  onDone?: (() => void) | undefined
  more?: ReactNode
  /** Chooses the row for the actions on several. */
  choice?: { isChosen: boolean; onToggle: () => void } | undefined
}

/** A row of Today; on a phone a card with the same buttons. */
export function Row({ tone, Icon, name, heading, below, text, time, main, snooze, onDone, more, choice }: Props) {
  const { t } = useTranslation('follow-ups')
  return (
    <li className={classes.row} data-row data-done={t('done')} data-snooze={t('snooze')}>
      {choice ? (
        <UnstyledButton
          role="checkbox"
          aria-checked={choice.isChosen}
          aria-label={t('select', { name })}
          className={classes.pick}
          data-act="select"
          onClick={choice.onToggle}
        >
          <Disc tone={tone} Icon={choice.isChosen ? IconCheck : Icon} isChosen={choice.isChosen} />
        </UnstyledButton>
      ) : (
        <Disc tone={tone} Icon={Icon} />
      )}
      <span className={classes.who}>
        <span className={classes.name}>{heading}</span>
        <span className={classes.below}>{below}</span>
      </span>
      <span className={classes.text}>{text}</span>
      <span className={classes.time}>{time}</span>
      <span className={classes.acts}>
        {main && <MainButton main={main} name={name} />}
        {snooze && (
          <SnoozeMenu {...snooze}>
            <ActionIcon variant="subtle" className={classes.act} data-act="snooze" aria-label={t('snoozeOf', { name })}>
              <IconClockPause size={18} stroke={1.75} aria-hidden />
            </ActionIcon>
          </SnoozeMenu>
        )}
        {more}
        {onDone && (
          <ActionIcon
            variant="subtle"
            className={classes.act}
            data-act="done"
            aria-label={t('doneOf', { name })}
            onClick={onDone}
          >
            <IconCheck size={18} stroke={2} aria-hidden />
          </ActionIcon>
        )}
      </span>
    </li>
  )
}

const Disc = ({ tone, Icon: DiscIcon, isChosen }: Pick<Props, 'tone' | 'Icon'> & { isChosen?: boolean }) => (
  <span className={classes.disc} data-tone={isChosen ? 'chosen' : tone} aria-hidden>
    <DiscIcon size={18} stroke={1.75} />
  </span>
)

function MainButton({ main: { label, Icon, href, onClick, callee }, name }: { main: MainAct; name: string }) {
  const look = {
    className: classes.main ?? '',
    'data-act': 'main',
    'aria-label': `${label}, ${name}`,
    leftSection: <Icon size={16} stroke={1.75} aria-hidden />,
  }
  if (callee)
    return (
      <CallButton callee={callee} variant="default" {...look}>
        {label}
      </CallButton>
    )
  return href ? (
    <Button component="a" href={href} variant="default" {...look}>
      {label}
    </Button>
  ) : (
    <Button variant="default" {...look} onClick={onClick}>
      {label}
    </Button>
  )
}

type LeadLinkProps = {
  lead: TodayLead
  /** Shown for a lead without a name. */
  otherwise?: ReactNode
}

export function LeadLink({ lead, otherwise }: LeadLinkProps) {
  const { t } = useTranslation('follow-ups')
  const { businessId } = useBusiness()
  return (
    <Link to={paths.lead(businessId, lead.campaignId, lead._id)} className={classes.link} data-act="open">
      {lead.name || !otherwise ? <UserText cut>{lead.name || t('noName')}</UserText> : otherwise}
    </Link>
  )
}

/** Whom a call to the lead calls; undefined: it has no phone. */
export const calleeOf = ({ _id, name, phone, campaignId, doNotCall }: TodayLead): Callee | undefined =>
  phone === null ? undefined : { phone, campaignId, doNotCall, leadId: _id, name: name || phone }

/** Links to reach the lead; undefined for what is missing or masked. */
export const waysTo = ({ phone, email }: Pick<TodayLead, 'phone' | 'email'>) => ({
  sms: phone && !isMasked(phone) ? `sms:${phone}` : undefined,
  mail: email && !isMasked(email) ? `mailto:${email}` : undefined,
})
