import { Button, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconCircleCheckFilled, IconClock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { EMAIL_CHANGE_HOURS, EmailChange, type PendingEmail } from '#contract/profile.ts'
import { rulesOf } from '../../lib/http/form-errors.ts'
import { formatDateTime } from '../../lib/i18n/format.ts'
import { useSession } from '../../lib/session/session.ts'
import { failInto, onGaps } from '../../ui/forms/form-failure.ts'
import { changedFields, useEditForm } from '../../ui/forms/use-edit-form.ts'
import { FormActions } from './form-actions.tsx'
import { OwnPasswordInput } from './own-password-input.tsx'
import { pendingEmailQuery, useChangeEmail, useKeepEmail } from './profile.api.ts'
import classes from './profile.module.css'
import { ProfileSection } from './profile-section.tsx'

type Values = { isOpen: boolean; email: string; password: string }
const closed: Values = { isOpen: false, email: '', password: '' }
const rules = rulesOf<Values>(EmailChange)

/** A new address takes effect after both it and the current one confirmed. */
export function EmailSection() {
  const { t } = useTranslation('profile')
  const { user } = useSession()
  const { data } = useQuery(pendingEmailQuery)
  const pending = data?.pending
  const { form, discard } = useEditForm({
    id: 'profile-email',
    changesIn: changedFields,
    initialValues: closed,
    validate: rules,
    secrets: ['password'],
  })
  return (
    <ProfileSection title={t('email.title')} text={t('email.text')}>
      {form.values.isOpen ? (
        <NewEmail form={form} onDone={discard} />
      ) : (
        <div className={classes.present}>
          <bdi className={classes.value} dir="ltr">
            {user.email}
          </bdi>
          {!pending && (
            <Button variant="default" onClick={() => form.setFieldValue('isOpen', true)}>
              {t('email.change')}
            </Button>
          )}
        </div>
      )}
      {pending && !form.values.isOpen && <Waiting pending={pending} present={user.email} />}
    </ProfileSection>
  )
}

type NewEmailProps = { form: UseFormReturnType<Values>; onDone: () => void }

function NewEmail({ form, onDone }: NewEmailProps) {
  const { t } = useTranslation('profile')
  const change = useChangeEmail()
  const send = form.onSubmit(
    ({ email, password }) =>
      change.mutate(
        { email, password },
        {
          onSuccess: onDone,
          onError: failInto(form),
        },
      ),
    onGaps(form),
  )
  return (
    <form onSubmit={send} noValidate className={classes.fields}>
      <TextInput
        {...form.getInputProps('email')}
        type="email"
        dir="ltr"
        label={t('email.new')}
        autoComplete="email"
        autoFocus
      />
      <OwnPasswordInput {...form.getInputProps('password')} label={t('email.password')} />
      <FormActions action={t('email.send')} isBusy={change.isPending} onCancel={onDone} />
    </form>
  )
}

/** Shows which of the two addresses has confirmed. */
function Waiting({ pending, present }: { pending: PendingEmail; present: string }) {
  const { t } = useTranslation('profile')
  const keep = useKeepEmail()
  return (
    <div className={classes.pending}>
      <p className={classes.said}>
        {t('email.waiting', { count: EMAIL_CHANGE_HOURS, until: formatDateTime(pending.expiresAt) })}
      </p>
      <ul className={classes.confirmations}>
        <Confirmation email={present} isDone={pending.isOldConfirmed} />
        <Confirmation email={pending.email} isDone={pending.isNewConfirmed} />
      </ul>
      <div className={classes.actions}>
        <Button variant="default" loading={keep.isPending} onClick={() => keep.mutate()}>
          {t('email.keep')}
        </Button>
      </div>
    </div>
  )
}

function Confirmation({ email, isDone }: { email: string; isDone: boolean }) {
  const { t } = useTranslation('profile')
  const Icon = isDone ? IconCircleCheckFilled : IconClock
  return (
    <li className={classes.confirmation} data-done={isDone || undefined}>
      <Icon aria-hidden />
      <bdi dir="ltr">{email}</bdi>
      <span>{isDone ? t('email.confirmed') : t('email.notYet')}</span>
    </li>
  )
}
