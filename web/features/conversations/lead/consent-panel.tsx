import { Button, Group, Stack, TextInput } from '@mantine/core'
import { IconCircleCheck, IconCircleX, IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Consents } from '#contract/leads/conversations/consents.ts'
import { formatDay } from '../../../lib/i18n/format.ts'
import { useCan } from '../../../lib/session/session.ts'
import { type ConsentChange, consentsQuery, useChangeConsent } from '../conversations.api.ts'
import classes from './lead-conversation.module.css'

type Props = { businessId: string; leadId: string }
type State = Consents['states'][number]

/** What the person agreed to on each channel, since when, and how a member enters a consent or a withdrawal. */
export function ConsentPanel({ businessId, leadId }: Props) {
  const { t } = useTranslation('conversations')
  const { data } = useQuery(consentsQuery(businessId, leadId))
  const states = data?.consents.states.filter(({ purpose }) => purpose === 'advertising')
  if (!states?.length) return null
  return (
    <section className={classes.consents} aria-label={t('consents')}>
      <h3 className={classes.heading}>{t('consents')}</h3>
      <Stack gap="xs">
        {states.map((state) => (
          <ConsentLine key={state.channel} {...{ businessId, leadId, state }} />
        ))}
      </Stack>
    </section>
  )
}

const icons = { given: IconCircleCheck, withdrawn: IconCircleX, none: IconLock }
function ConsentLine({ businessId, leadId, state: { channel, purpose, state, since } }: Props & { state: State }) {
  const { t } = useTranslation('conversations')
  const canGive = useCan('consents.give')
  const canWithdraw = useCan('consents.withdraw')
  const [isAsked, ask] = useState(false)
  const [note, setNote] = useState('')
  const change = useChangeConsent(businessId, leadId)
  const enter = (act: ConsentChange['act']) =>
    change.mutate({ channel, purpose, act, note }, { onSuccess: () => ask(false) })
  const Icon = icons[state]
  return (
    <>
      <Group gap="sm">
        <Icon size={16} stroke={1.75} aria-hidden data-consent={state} />
        <span>{t(`channels.${channel}`)}</span>
        <span className={classes.hint}>
          {since ? t(`consent.${state}`, { day: formatDay(since) }) : t('consent.none')}
        </span>
        {canGive && state === 'none' && (
          <Button size="compact-sm" variant="subtle" onClick={() => ask(!isAsked)} aria-expanded={isAsked}>
            {t('consent.give')}
          </Button>
        )}
        {canWithdraw && state !== 'withdrawn' && (
          <Button size="compact-sm" variant="subtle" loading={change.isPending} onClick={() => enter('withdrawn')}>
            {t('consent.withdraw')}
          </Button>
        )}
      </Group>
      {isAsked && state === 'none' && (
        <Group gap="sm" align="end">
          <TextInput
            label={t('consent.proof')}
            description={t('consent.proofText')}
            dir="auto"
            value={note}
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
          />
          <Button disabled={note.trim() === ''} loading={change.isPending} onClick={() => enter('given')}>
            {t('consent.save')}
          </Button>
        </Group>
      )}
    </>
  )
}
