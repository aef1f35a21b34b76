import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconFingerprint } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Passkey } from '#contract/auth/ways-in.ts'
import { NAME_MAX } from '#contract/common.ts'
import { requiredFields } from '../../lib/http/form-errors.ts'
import { formatDate, formatDateTime, formatRecent } from '../../lib/i18n/format.ts'
import { hasPasskeys } from '../../lib/session/passkeys.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { failInto, onGaps } from '../../ui/forms/form-failure.ts'
import { FormActions } from './form-actions.tsx'
import { OwnPasswordInput } from './own-password-input.tsx'
import { passkeysQuery, useAddPasskey, useRemovePasskey } from './passkeys.api.ts'
import classes from './profile.module.css'
import { ProfileSection } from './profile-section.tsx'

/** Passkeys: sign-in by fingerprint, face or PIN instead of the password. */
export function PasskeysSection() {
  const { t } = useTranslation('passkeys')
  const { data, error, refetch } = useQuery(passkeysQuery)
  const [isAdding, setAdding] = useState(false)
  const passkeys = data?.passkeys ?? []
  const canAdd = hasPasskeys()
  return (
    <ProfileSection title={t('title')} text={t('text')}>
      {!data && !error && <SkeletonRows rows={1} columns={2} />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {passkeys.length > 0 && (
        <ul className={classes.sessions}>
          {passkeys.map((passkey) => (
            <Row key={passkey._id} passkey={passkey} />
          ))}
        </ul>
      )}
      {data && passkeys.length === 0 && !isAdding && <span className={classes.muted}>{t('none')}</span>}
      {data && isAdding && <NewPasskey onDone={() => setAdding(false)} />}
      {data && !isAdding && canAdd && (
        <div className={classes.actions}>
          <Button variant="default" onClick={() => setAdding(true)}>
            {t('add')}
          </Button>
        </div>
      )}
      {data && !canAdd && <p className={classes.wait}>{t('impossible')}</p>}
    </ProfileSection>
  )
}

function Row({ passkey: { _id, name, createdAt, lastUsedAt } }: { passkey: Passkey }) {
  const { t } = useTranslation('passkeys')
  const remove = useRemovePasskey()
  return (
    <li className={classes.session}>
      <IconFingerprint stroke={1.5} aria-hidden />
      <span>
        <span className={classes.device} dir="auto">
          {name}
        </span>
        <span className={classes.seen}>
          <span>{t('addedOn', { day: formatDate(createdAt) })}</span>
          {lastUsedAt && (
            <time dateTime={lastUsedAt} title={formatDateTime(lastUsedAt)}>
              {t('lastUsed', { time: formatRecent(lastUsedAt) })}
            </time>
          )}
        </span>
      </span>
      <Button
        variant="default"
        loading={remove.isPending}
        onClick={() => remove.mutate(_id, { onSuccess: () => toast.success(t('removed')) })}
        aria-label={t('removeNamed', { name })}
      >
        {t('remove')}
      </Button>
    </li>
  )
}

function NewPasskey({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('passkeys')
  const add = useAddPasskey()
  const form = useForm({
    initialValues: { name: '', password: '' },
    validate: requiredFields('name', 'password'),
  })
  const send = form.onSubmit(
    (values) =>
      add.mutate(values, {
        onSuccess: (added) => {
          if (!added) return
          toast.success(t('added'))
          onDone()
        },
        onError: failInto(form),
      }),
    onGaps(form),
  )
  return (
    <form onSubmit={send} noValidate className={classes.fields}>
      <TextInput
        {...form.getInputProps('name')}
        label={t('name')}
        placeholder={t('namePlaceholder')}
        dir="auto"
        maxLength={NAME_MAX}
        autoFocus
      />
      <OwnPasswordInput {...form.getInputProps('password')} label={t('password')} />
      <FormActions action={t('create')} isBusy={add.isPending} onCancel={onDone} />
    </form>
  )
}
