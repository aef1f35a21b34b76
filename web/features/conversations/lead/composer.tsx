import { Stack, UnstyledButton } from '@mantine/core'
import { IconBrandWhatsapp, IconMail, IconMessage } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelOutlook } from '#contract/leads/conversations/conversations.ts'
import type { SendingChannel } from '#contract/leads/conversations/message-shapes.ts'
import segments from '../../../ui/layout/segments.module.css'
import classes from './composer.module.css'
import { MessageForm } from './message-form.tsx'

const icons = { sms: IconMessage, email: IconMail, whatsapp: IconBrandWhatsapp }

type Props = {
  businessId: string
  leadId: string
  channels: readonly ChannelOutlook[]
  /** Texts of the member's own are not sent, because contacts are hidden from them. */
  templatesOnly?: boolean
  wanted?: SendingChannel | undefined
}

/** Writes to the lead: by which channel, as service or advertising, now or later. Needs a `key` per lead. */
export function Composer({ businessId, leadId, channels, templatesOnly = false, wanted: asked }: Props) {
  const { t } = useTranslation('conversations')
  const [wanted, setWanted] = useState(asked)
  const outlook = channels.find(({ channel }) => channel === wanted) ?? channels[0]
  if (!outlook) return <p className={classes.hint}>{t('noChannel')}</p>
  const choice = (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    <div className={segments.bar} role="group" aria-label={t('channel')}>
      {channels.map(({ channel }) => {
        const Icon = icons[channel]
        return (
          <UnstyledButton
            key={channel}
            className={segments.choice}
            data-small
            aria-pressed={channel === outlook.channel}
            onClick={() => setWanted(channel)}
          >
            <Icon size={16} stroke={1.75} aria-hidden />
            {t(`channels.${channel}`)}
          </UnstyledButton>
        )
      })}
    </div>
  )
  return (
    <Stack gap="sm" className={classes.composer} component="section" aria-label={t('composer')}>
      <MessageForm key={outlook.channel} {...{ businessId, leadId, outlook, choice, templatesOnly }} />
    </Stack>
  )
}
