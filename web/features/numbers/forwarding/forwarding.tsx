import { Button, Group, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { NumberForward } from '#contract/calls/forwarding.ts'
import type { VirtualNumber } from '#contract/calls/numbers.ts'
import { formatRecent } from '../../../lib/i18n/format.ts'
import { useBusiness, useCan } from '../../../lib/session/session.ts'
import { Phone } from '../../../ui/display/phone.tsx'
import { phoneRule } from '../../../ui/forms/phone-rule.ts'
import { forwardsQuery, useAddForward, useCheckForward, useRemoveForward } from './forwarding.api.ts'
import classes from './forwarding.module.css'
import { ForwardingGuide } from './forwarding-guide.tsx'

type Props = { number: Pick<VirtualNumber, '_id' | 'phone' | 'state'> }

/** Existing numbers whose carrier forwards them to this number: how it is set, and whether it works. */
export function Forwarding({ number }: Props) {
  const { businessId } = useBusiness()
  const canOrder = useCan('numbers.order')
  const { data } = useQuery(forwardsQuery(businessId, number._id))
  return (
    <div className={classes.forwarding}>
      <ForwardingGuide phone={number.phone} />
      {data && data.forwards.length > 0 && (
        <ul className={classes.forwards}>
          {data.forwards.map((forward) => (
            <ForwardRow key={forward.phone} {...{ forward, number, canOrder }} />
          ))}
        </ul>
      )}
      {canOrder && <AddForward number={number} />}
    </div>
  )
}

function AddForward({ number }: Props) {
  const { t } = useTranslation('forwarding')
  const { businessId } = useBusiness()
  const add = useAddForward(businessId, number._id)
  const [phone, setPhone] = useState('')
  const [isSent, setSent] = useState(false)
  const wrong = phoneRule('phone', phone).phone
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setSent(true)
    if (phone.trim() && !wrong) add.mutate(phone, { onSuccess: () => setPhone('') })
  }
  return (
    <form className={classes.add} onSubmit={submit} noValidate>
      <TextInput
        className={classes.input ?? ''}
        dir="ltr"
        type="tel"
        label={t('existing')}
        autoComplete="off"
        value={phone}
        error={(isSent && wrong) || add.error?.message}
        onChange={({ currentTarget }) => {
          setPhone(currentTarget.value)
          setSent(false)
          add.reset()
        }}
      />
      <Button type="submit" variant="default" loading={add.isPending}>
        {t('add')}
      </Button>
    </form>
  )
}

type RowProps = Props & { forward: NumberForward; canOrder: boolean }

function ForwardRow({ forward, number, canOrder }: RowProps) {
  const { t } = useTranslation('forwarding')
  const { businessId } = useBusiness()
  const check = useCheckForward(businessId, number._id)
  const remove = useRemoveForward(businessId, number._id)
  const isRunning = forward.check?.outcome === null
  return (
    <li className={classes.forward}>
      <span className={classes.phone}>
        <Phone number={forward.phone} />
      </span>
      <p className={classes.state} role="status" data-state={check.isError ? 'failed' : stateOf(forward)}>
        {check.isError ? check.error.message : <ForwardState forward={forward} />}
      </p>
      {canOrder && (
        <Group gap="xs">
          <Button
            size="xs"
            variant="light"
            loading={check.isPending || isRunning}
            disabled={number.state !== 'active'}
            onClick={() => check.mutate(forward.phone)}
          >
            {t('check')}
          </Button>
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            loading={remove.isPending}
            onClick={() => remove.mutate(forward.phone)}
          >
            {t('remove')}
          </Button>
        </Group>
      )}
    </li>
  )
}

/** A call that came in after a failed check shows that forwarding works by now. */
function stateOf({ check, lastAt }: NumberForward) {
  if (check && check.outcome === null) return 'running'
  const isFailed = check && check.outcome !== 'answered' && check.outcome !== 'unknown'
  if (isFailed && !(lastAt && lastAt > check.askedAt)) return 'failed'
  return lastAt ? 'works' : 'unknown'
}

function ForwardState({ forward }: { forward: NumberForward }) {
  const { t } = useTranslation('forwarding')
  const { check, lastAt } = forward
  const state = stateOf(forward)
  if (state === 'running') return t('running')
  if (state === 'failed' && check?.outcome)
    return (
      <>
        <IconAlertTriangle size={16} stroke={2} aria-hidden />
        {t(`failed.${check.outcome}`, { when: formatRecent(check.askedAt) })}
      </>
    )
  if (!lastAt) return t('never')
  return (
    <>
      <IconCheck size={16} stroke={2} aria-hidden />
      {t('works', { when: formatRecent(lastAt) })}
    </>
  )
}
