import { Button, Group } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { lazily } from '../../../lib/lazy.ts'
import { useModal } from '../../../lib/modal-stack.ts'
import { useSearchState } from '../../../lib/search.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { storage } from '../../../lib/storage.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { useStartWhatsApp, type WhatsAppChannel, whatsAppBackQuery, whatsAppQuery } from '../channels.api.ts'
import classes from '../channels-page.module.css'
import { ConnectedWhatsApp } from './connected-whatsapp.tsx'

const OwnAppDialog = lazily(() => import('./own-app-dialog.tsx'), 'OwnAppDialog')

/** The WhatsApp number of the business, or how one is connected. */
export function WhatsAppCard({ channel }: { channel: WhatsAppChannel }) {
  const { t } = useTranslation('channels')
  const { connection, hasSignIn } = channel
  const back = useWayBack()
  const start = useStartWhatsApp()
  const own = useModal('whatsapp-own-app')
  const isBusy = start.isPending || start.isSuccess || back.isBusy
  const connect = (label: string) =>
    hasSignIn ? (
      <Button loading={isBusy} variant={connection ? 'default' : 'filled'} onClick={() => start.mutate()}>
        {label}
      </Button>
    ) : (
      <Button variant={connection ? 'default' : 'filled'} onClick={own.open}>
        {label}
      </Button>
    )
  return (
    <>
      {back.error && (
        <p className={classes.failing} role="alert">
          {back.error}
        </p>
      )}
      {connection ? (
        <ConnectedWhatsApp connection={connection} again={connect(t('whatsApp.again'))} />
      ) : (
        <div className={classes.card}>
          <span className={classes.name}>{t('whatsApp.notConnected')}</span>
          <span className={classes.second}>{t(hasSignIn ? 'whatsApp.bySignIn' : 'whatsApp.byOwnApp')}</span>
          <Group gap="xs">
            {connect(t('whatsApp.connect'))}
            {hasSignIn && (
              <Button variant="subtle" onClick={own.open}>
                {t('whatsApp.ownApp')}
              </Button>
            )}
          </Group>
        </div>
      )}
      <Suspense>{own.opened && <OwnAppDialog onClose={own.close} />}</Suspense>
    </>
  )
}

/** `whatsapp`: Meta's consent page returned. */
const Search = z.object({
  whatsapp: z.literal('back').optional(),
  state: z.string().optional(),
  code: z.string().optional(),
  error: z.string().optional(),
})

/** Finishes the way to Meta that this tab began, and clears the address of its answer. */
function useWayBack() {
  const { t } = useTranslation('channels')
  const { businessId } = useBusiness()
  const client = useQueryClient()
  const [search, setSearch] = useSearchState(Search)
  // Read once, because the address is cleared.
  const [came] = useState(() => {
    const { whatsapp, ...answer } = search
    const ticket = storage.whatsAppTrip.get()
    return whatsapp ? { ticket, query: new URLSearchParams(answer as Record<string, string>).toString() } : undefined
  })
  const isOwn = came !== undefined && came.ticket !== null
  const { data, error, isPending } = useQuery({
    ...whatsAppBackQuery(businessId, came?.query ?? '', came?.ticket ?? ''),
    enabled: isOwn,
  })
  const clear = useEffectEvent(() => {
    storage.whatsAppTrip.set(null)
    void setSearch({ whatsapp: undefined, state: undefined, code: undefined, error: undefined })
  })
  useEffect(() => {
    if (came) clear()
  }, [came])
  const settle = useEffectEvent((channel: WhatsAppChannel) => {
    client.setQueryData(whatsAppQuery(businessId).queryKey, channel)
    toast.success(t('whatsApp.connected'))
  })
  useEffect(() => {
    if (data) settle(data)
  }, [data])
  const failure = came && !isOwn ? t('whatsApp.otherTab') : error?.message
  return { isBusy: isOwn && isPending, error: failure }
}
