import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCloudUp } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { Act, ActKind } from '../../lib/session/unsent/act.ts'
import { UNSURE } from '../../lib/session/unsent/send-in-order.ts'
import { sending } from '../../lib/session/unsent/send-or-keep.ts'
import { discardUnsent, listUnsent, retryUnsent, subscribeUnsent } from '../../lib/session/unsent/sending.ts'
import classes from './unsent.module.css'
import { useActWords } from './use-act-words.ts'

const kinds = {
  comments: ['comment'],
  changes: ['change'],
  followUps: ['setFollowUp', 'finishFollowUp', 'moveFollowUp'],
} satisfies Record<string, ActKind[]>
export type Kinds = keyof typeof kinds

/** Acts of one kind on the lead that wait on this device, or that the server refused, in their order. */
export function UnsentActs({ leadId, of }: { leadId: string; of: Kinds }) {
  const { t } = useTranslation('unsent')
  const client = useQueryClient()
  useEffect(() => void sending().then(({ startSending }) => startSending(client)), [client])
  const all = useSyncExternalStore(subscribeUnsent, listUnsent)
  const wanted: readonly ActKind[] = kinds[of]
  const acts = all.filter((act) => act.leadId === leadId && wanted.includes(act.kind))
  if (acts.length === 0) return null
  return (
    <ul className={classes.acts} data-of={of} aria-label={t(`of.${of}`)}>
      {acts.map((act) => (
        <UnsentAct key={act.order} act={act} />
      ))}
    </ul>
  )
}

function UnsentAct({ act }: { act: Act }) {
  const { t } = useTranslation('unsent')
  const { t: common } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const words = useActWords(act)
  const { refusal } = act
  const run = (change: (one: Act) => Promise<void>) => () => {
    setBusy(true)
    void change(act).finally(() => setBusy(false))
  }
  const Icon = refusal ? IconAlertTriangle : IconCloudUp
  return (
    <li className={classes.act} data-hue={refusal ? 'red' : 'amber'}>
      <p className={classes.state} role={refusal ? 'alert' : undefined}>
        <Icon size={16} stroke={1.75} aria-hidden />
        {refusal ? t('refused') : t('waiting')}
      </p>
      {words.map(({ label, value }) => (
        <p key={label ?? ''} className={classes.words} dir={label ? undefined : 'auto'}>
          {label && <span className={classes.label}>{label}</span>}
          <bdi>{value}</bdi>
        </p>
      ))}
      {refusal && (
        <>
          <p className={classes.why}>{refusal.code === UNSURE ? t('unsure') : refusal.message}</p>
          <div className={classes.buttons}>
            <Button variant="default" disabled={isBusy} onClick={run(discardUnsent)}>
              {common('delete')}
            </Button>
            <Button variant="light" disabled={isBusy} onClick={run(retryUnsent)}>
              {refusal.code === 'changed_meanwhile' ? t('useMine') : common('retry')}
            </Button>
          </div>
        </>
      )}
    </li>
  )
}
