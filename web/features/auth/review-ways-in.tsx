import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconBrandGoogle, IconDeviceMobile, IconFingerprint, IconShieldLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WaysIn } from '#contract/auth/ways-in.ts'
import { ApiError } from '../../lib/http/call.ts'
import { requiredFields } from '../../lib/http/form-errors.ts'
import { formatDate, formatRecent } from '../../lib/i18n/format.ts'
import { paths } from '../../lib/paths.ts'
import { Phone } from '../../ui/display/phone.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { failInto, onGaps } from '../../ui/forms/form-failure.ts'
import { type Removal, useRemoveWayIn } from './auth.api.ts'
import formClasses from './auth-form.module.css'
import { AuthFrame } from './auth-frame.tsx'
import classes from './review-ways-in.module.css'

/** Whether another method can sign in without the password: a phone alone cannot. */
export const opensOtherwise = ({ passkeys, twoFactor, google }: WaysIn) =>
  passkeys.length > 0 || twoFactor !== null || google !== null

type Drop = (removal: Removal, onError: (error: Error) => void) => void

/** After a recovery: lists other ways into the account. The person removes those they do not recognise. */
export function ReviewWaysIn({ review, waysIn: found }: { review: string; waysIn: WaysIn }) {
  const { t } = useTranslation('auth')
  const remove = useRemoveWayIn(review)
  const [waysIn, setWaysIn] = useState(found)
  const isEmpty = !opensOtherwise(waysIn) && !waysIn.phone
  const drop: Drop = (removal, onError) =>
    remove.mutate(removal, {
      onSuccess: (reply) => {
        setWaysIn(reply.waysIn)
        toast.success(t('waysIn.removed'))
      },
      onError,
    })
  return (
    <AuthFrame title={t('waysIn.title')} text={t(isEmpty ? 'waysIn.nothingLeft' : 'waysIn.text')}>
      {!isEmpty && <Ways waysIn={waysIn} isBusy={remove.isPending} drop={drop} />}
      <Button component={Link} to={paths.login} replace size="lg" fullWidth>
        {t('waysIn.continue')}
      </Button>
    </AuthFrame>
  )
}

type WaysProps = { waysIn: WaysIn; isBusy: boolean; drop: Drop }

function Ways({ waysIn: { passkeys, twoFactor, google, phone }, isBusy, drop }: WaysProps) {
  const { t } = useTranslation('auth')
  const button = (name: string, removal: Removal) => (
    <RemoveButton name={name} isBusy={isBusy} onClick={() => drop(removal, (error) => toast.error(error.message))} />
  )
  return (
    <ul className={classes.ways}>
      {passkeys.map(({ _id, name, createdAt, lastUsedAt }) => (
        <Way
          key={_id}
          icon={<IconFingerprint stroke={1.5} aria-hidden />}
          name={t('waysIn.passkey')}
          action={button(name, { kind: 'passkey', passkeyId: _id })}
        >
          <span dir="auto">{name}</span>
          <span>{t('waysIn.addedOn', { day: formatDate(createdAt) })}</span>
          {lastUsedAt && <span>{t('waysIn.lastUsed', { time: formatRecent(lastUsedAt) })}</span>}
        </Way>
      ))}
      {google && (
        <Way
          icon={<IconBrandGoogle stroke={1.5} aria-hidden />}
          name={t('waysIn.google')}
          action={button(google.email, { kind: 'google' })}
        >
          <bdi dir="ltr">{google.email}</bdi>
          <span>{t('waysIn.linkedOn', { day: formatDate(google.linkedAt) })}</span>
        </Way>
      )}
      {twoFactor && <AppWay since={twoFactor.since} isBusy={isBusy} drop={drop} />}
      {phone && (
        <Way
          icon={<IconDeviceMobile stroke={1.5} aria-hidden />}
          name={t('waysIn.phone')}
          action={button(t('waysIn.phone'), { kind: 'phone' })}
        >
          <Phone number={phone} />
          <span>{t('waysIn.phoneText')}</span>
        </Way>
      )}
    </ul>
  )
}

type WayProps = { icon: ReactNode; name: string; action: ReactNode; children: ReactNode; form?: ReactNode }

function Way({ icon, name, action, children, form }: WayProps) {
  return (
    <li className={classes.way}>
      {icon}
      <span>
        <span className={classes.name}>{name}</span>
        <span className={classes.facts}>{children}</span>
      </span>
      {action}
      {form}
    </li>
  )
}

function RemoveButton({ name, isBusy, onClick }: { name: string; isBusy?: boolean; onClick: () => void }) {
  const { t } = useTranslation('auth')
  return (
    <Button
      variant="default"
      disabled={isBusy ?? false}
      onClick={onClick}
      aria-label={t('waysIn.removeNamed', { name })}
    >
      {t('waysIn.remove')}
    </Button>
  )
}

/** Removing the authenticator app requires one of its codes: access to the mailbox alone must not remove it. */
function AppWay({ since, isBusy, drop }: { since: string; isBusy: boolean; drop: Drop }) {
  const { t } = useTranslation('auth')
  const [isAsking, setAsking] = useState(false)
  const name = t('waysIn.app')
  return (
    <Way
      icon={<IconShieldLock stroke={1.5} aria-hidden />}
      name={name}
      action={!isAsking && <RemoveButton name={name} onClick={() => setAsking(true)} />}
      form={isAsking && <AppCode isBusy={isBusy} drop={drop} onCancel={() => setAsking(false)} />}
    >
      <span>{t('waysIn.since', { day: formatDate(since) })}</span>
    </Way>
  )
}

function AppCode({ isBusy, drop, onCancel }: { isBusy: boolean; drop: Drop; onCancel: () => void }) {
  const { t } = useTranslation(['auth', 'common'])
  const form = useForm({ initialValues: { code: '' }, validate: requiredFields('code') })
  const fail = (error: Error) => {
    if (error instanceof ApiError && error.code === 'code_wrong') form.setFieldError('code', error.message)
    else failInto(form)(error)
  }
  const send = form.onSubmit(({ code }) => drop({ kind: 'twoFactor', code }, fail), onGaps(form))
  return (
    <form onSubmit={send} noValidate className={classes.form}>
      <TextInput
        {...form.getInputProps('code')}
        dir="ltr"
        label={t('waysIn.code')}
        description={t('waysIn.codeWhy')}
        autoComplete="one-time-code"
        spellCheck={false}
        autoFocus
      />
      <div className={formClasses.actions}>
        <Button type="submit" loading={isBusy}>
          {t('waysIn.removeApp')}
        </Button>
        <Button variant="subtle" onClick={onCancel}>
          {t('cancel', { ns: 'common' })}
        </Button>
      </div>
    </form>
  )
}
