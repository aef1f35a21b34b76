import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLive } from '../../lib/http/live.ts'
import { TalkTime } from '../../shared/talk/talk-time.tsx'
import { ringingQuery } from './softphone.api.ts'

/** The state of a call that the member makes: the lead's phone rings, or how long they talk. */
export function MadeCallState({ callId }: { callId: string | undefined }) {
  const { t } = useTranslation('softphone')
  const client = useQueryClient()
  const query = ringingQuery(callId)
  const { data } = useQuery(query)
  const [since, setSince] = useState<number | null>(null)
  const isTalking = data?.call.making === 'talking'
  if (isTalking && since === null) setSince(Date.now())
  useLive((message) => {
    if (message.kind === 'change' && message.event.callId === callId)
      void client.invalidateQueries({ queryKey: query.queryKey })
  })
  return isTalking ? <TalkTime since={since} /> : t('calling')
}
