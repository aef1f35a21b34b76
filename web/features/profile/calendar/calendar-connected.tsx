import { Button, Checkbox, Select } from '@mantine/core'
import { IconBrandGoogle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { CalendarConnection } from '#contract/calendars/calendars.ts'
import { formatDate } from '../../../lib/i18n/format.ts'
import { useModal } from '../../../lib/modal-stack.ts'
import { RelativeTime } from '../../../ui/display/relative-time.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { TypedConfirm } from '../../../ui/forms/typed-confirm.tsx'
import classes from '../profile.module.css'
import { useChooseCalendars, useConnect, useDisconnectCalendar, useSyncNow } from './calendars.api.ts'

/** The connected account with its state, which calendars it uses, and the way out. */
export function CalendarConnected({ connection }: { connection: CalendarConnection }) {
  return (
    <>
      <Account connection={connection} />
      <Choices connection={connection} />
      <Acts connection={connection} />
    </>
  )
}

type Props = { connection: CalendarConnection }

function Account({ connection: { account, state, since, lastSuccessAt, lastFailure, isBlocking } }: Props) {
  const { t } = useTranslation('calendars')
  return (
    <div className={classes.session}>
      <IconBrandGoogle stroke={1.5} aria-hidden />
      <span>
        <span className={classes.device}>
          <bdi dir="ltr">{account}</bdi>
        </span>
        <span className={classes.seen}>
          <span>{t('google.since', { date: formatDate(since) })}</span>
          {lastSuccessAt && (
            <span>
              {t('google.lastSuccess')} <RelativeTime ago at={lastSuccessAt} />
            </span>
          )}
        </span>
        {lastFailure && (
          <p className={classes.error} role="alert">
            {t(`failures.${lastFailure.reason}`)} (<RelativeTime ago at={lastFailure.at} />)
          </p>
        )}
        {isBlocking && <p className={classes.error}>{t('google.blocking')}</p>}
      </span>
      <span className={classes.state} data-state={state}>
        {t(`states.${state}`)}
      </span>
    </div>
  )
}

function Choices({ connection: { calendars, calendarId, busyIds } }: Props) {
  const { t } = useTranslation('calendars')
  const choose = useChooseCalendars()
  const save = (choice: { calendarId?: string; busyIds?: string[] }) =>
    choose.mutate({ calendarId, busyIds, ...choice }, { onSuccess: () => void toast.success(t('google.saved')) })
  const others = calendars.filter(({ id }) => id !== calendarId)
  return (
    <div className={classes.fields}>
      <Select
        label={t('google.calendar')}
        value={calendarId}
        data={calendars.filter(({ isWritable }) => isWritable).map(({ id, name }) => ({ value: id, label: name }))}
        allowDeselect={false}
        disabled={choose.isPending}
        onChange={(id) => id && save({ calendarId: id, busyIds: busyIds.filter((one) => one !== id) })}
      />
      {others.length > 0 && (
        <Checkbox.Group
          label={t('google.busy')}
          description={t('google.busyText')}
          value={busyIds}
          onChange={(ids) => save({ busyIds: ids })}
        >
          <div className={classes.boxes}>
            {others.map(({ id, name }) => (
              <Checkbox key={id} value={id} label={<bdi>{name}</bdi>} disabled={choose.isPending} />
            ))}
          </div>
        </Checkbox.Group>
      )}
    </div>
  )
}

/** Connecting again mends what only the person can mend. */
function Acts({ connection: { account, state, lastFailure } }: Props) {
  const { t } = useTranslation('calendars')
  const connect = useConnect()
  const sync = useSyncNow()
  const disconnect = useDisconnectCalendar()
  const leaving = useModal('calendar-disconnect')
  const isRevoked = state === 'lost' && lastFailure?.reason !== 'calendar_gone'
  return (
    <div className={classes.actions}>
      {isRevoked ? (
        <Button loading={connect.isPending || connect.isSuccess} onClick={() => connect.mutate()}>
          {t('google.again')}
        </Button>
      ) : (
        <Button variant="default" loading={sync.isPending} onClick={() => sync.mutate()}>
          {t('google.sync')}
        </Button>
      )}
      <Button variant="subtle" onClick={leaving.open}>
        {t('google.disconnect')}
      </Button>
      {connect.error && (
        <p className={classes.error} role="alert">
          {connect.error.message}
        </p>
      )}
      <TypedConfirm
        opened={leaving.opened}
        title={t('google.disconnectTitle')}
        text={t('google.disconnectText')}
        word={account}
        action={t('google.disconnect')}
        isBusy={disconnect.isPending}
        onClose={leaving.close}
        onConfirm={() =>
          disconnect.mutate(undefined, {
            onSuccess: () => {
              toast.success(t('google.disconnected'))
              leaving.close()
            },
          })
        }
      />
    </div>
  )
}
