import { Box, Button, Checkbox, Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import {
  type Channel,
  type Choice,
  channels,
  channelsOf,
  isOfLead,
  type OwnEvent,
  type OwnSettings,
} from '#contract/notifications/notification-settings.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { useNarrow } from '../../lib/use-narrow.ts'
import classes from './event-matrix.module.css'
import { useChangeOwn } from './notification-settings.api.ts'

type Props = { settings: OwnSettings }

/** Events as rows, channels as columns; on narrow screens one card an event. */
export function EventMatrix({ settings }: Props) {
  const { t } = useTranslation('notification-settings')
  const { businessId } = useBusiness()
  const change = useChangeOwn(businessId)
  const set = ({ event, choice }: OwnEvent, changes: Partial<Choice>) =>
    change.mutate({ events: [{ event, choice: { ...choice, ...changes } }] })
  return (
    <table className={classes.matrix}>
      <thead>
        <tr>
          <th scope="col">{t('own.event')}</th>
          {channels.map((channel) => (
            <th key={channel} scope="col" data-channel>
              {t(`channels.${channel}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {settings.events.map((one) => (
          <tr key={one.event}>
            <th scope="row">
              <span className={classes.name}>{t(`events.${one.event}`)}</span>
              <span className={classes.below}>
                {isOfLead(one.event) && <Which one={one} onChange={(onlyMine) => set(one, { onlyMine })} />}
                {one.isOwn ? (
                  <Button
                    variant="subtle"
                    size="compact-xs"
                    aria-label={t('own.resetOf', { event: t(`events.${one.event}`) })}
                    onClick={() => change.mutate({ events: [{ event: one.event, choice: null }] })}
                  >
                    {t('own.reset')}
                  </Button>
                ) : (
                  <span className={classes.standard}>{t('own.standard')}</span>
                )}
              </span>
            </th>
            {channels.map((channel) => (
              <Box component="td" key={channel} mod={{ empty: !channelsOf(one.event).includes(channel) }}>
                <Cell
                  one={one}
                  channel={channel}
                  settings={settings}
                  onChange={(isOn) => set(one, { [channel]: isOn })}
                />
              </Box>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type WhichProps = { one: OwnEvent; onChange: (onlyMine: boolean) => void }
function Which({ one: { event, choice }, onChange }: WhichProps) {
  const { t } = useTranslation('notification-settings')
  return (
    <Select
      size="xs"
      className={classes.which ?? ''}
      aria-label={t('own.whichOf', { event: t(`events.${event}`) })}
      allowDeselect={false}
      value={choice.onlyMine ? 'mine' : 'all'}
      data={(['all', 'mine'] as const).map((value) => ({ value, label: t(`own.which.${value}`) }))}
      onChange={(value) => onChange(value === 'mine')}
    />
  )
}

type CellProps = { one: OwnEvent; channel: Channel; settings: OwnSettings; onChange: (isOn: boolean) => void }
function Cell({ one: { event, choice }, channel, settings, onChange }: CellProps) {
  const { t } = useTranslation('notification-settings')
  const isNarrow = useNarrow()
  if (!channelsOf(event).includes(channel)) return <span aria-hidden>–</span>
  const isWithout = (channel === 'mail' || channel === 'sms') && settings.addresses[channel] === null
  const needsApp = (channel === 'popup' || channel === 'push') && !choice.app
  return (
    <Checkbox
      checked={choice[channel] && !isWithout && !needsApp}
      disabled={isWithout || needsApp}
      label={isNarrow && t(`channels.${channel}`)}
      aria-label={t('own.cell', { event: t(`events.${event}`), channel: t(`channels.${channel}`) })}
      onChange={(change) => onChange(change.currentTarget.checked)}
    />
  )
}
