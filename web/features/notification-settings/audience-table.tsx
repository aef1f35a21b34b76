import { Box, Button, Popover } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import {
  type Audience,
  audiencesOf,
  type BusinessSettings,
  type EventAudiences,
  isOfLead,
  type RecipientChannel,
  recipientChannels,
} from '#contract/notifications/notification-settings.ts'
import { currentLanguage } from '../../lib/i18n/i18n.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { Choices } from '../../ui/list/choices.tsx'
import classes from './audience-table.module.css'
import { useChangeBusinessSettings } from './notification-settings.api.ts'

/** One row an event with the recipients by channel; each choice is saved at once. */
export function AudienceTable({ settings }: { settings: BusinessSettings }) {
  const { t } = useTranslation('notification-settings')
  const { businessId } = useBusiness()
  const change = useChangeBusinessSettings(businessId)
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t('own.event')}</th>
          {recipientChannels.map((channel) => (
            <th key={channel} scope="col">
              {t(`channels.${channel}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {settings.events.map((one) => (
          <tr key={one.event}>
            <th scope="row">{t(`events.${one.event}`)}</th>
            {recipientChannels.map((channel) => (
              <Box component="td" key={channel} mod={{ empty: audiencesOf(one.event, channel).length === 0 }}>
                <span className={classes.label} aria-hidden>
                  {t(`channels.${channel}`)}
                </span>
                <Cell
                  one={one}
                  channel={channel}
                  onChange={(chosen) => change.mutate({ events: [{ ...one, [channel]: chosen }] })}
                />
              </Box>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type Props = { one: EventAudiences; channel: RecipientChannel; onChange: (chosen: Audience[]) => void }
function Cell({ one, channel, onChange }: Props) {
  const { t } = useTranslation('notification-settings')
  const { event } = one
  const possible = audiencesOf(event, channel)
  if (possible.length === 0) return <span aria-hidden>–</span>
  const chosen = possible.filter((audience) => one[channel].includes(audience))
  // Reads as a sentence: only its first word is capitalised.
  const names = chosen.map((audience, place) => t(`audiences.${place === 0 ? 'short' : 'further'}.${audience}`))
  const text = names.length
    ? new Intl.ListFormat(currentLanguage(), { type: 'conjunction' }).format(names)
    : t('audiences.none')
  const label = t('audiences.cell', { event: t(`events.${event}`), channel: t(`channels.${channel}`) })
  return (
    <Popover position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          size="xs"
          className={classes.button ?? ''}
          data-none={chosen.length === 0 || undefined}
          aria-label={`${label}: ${text}`}
          rightSection={<IconChevronDown size={14} stroke={1.75} aria-hidden />}
          justify="space-between"
        >
          {text}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <Choices
          label={label}
          choices={possible.map((value) => ({
            value,
            label: t(`audiences.${isOfLead(event) ? 'long' : 'short'}.${value}`),
          }))}
          chosen={chosen}
          onChange={(selected) => onChange(possible.filter((audience) => selected.includes(audience)))}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
