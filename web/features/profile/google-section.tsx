import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconBrandGoogle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { requiredFields } from '../../lib/http/form-errors.ts'
import { formatDate } from '../../lib/i18n/format.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { failInto, onGaps } from '../../ui/forms/form-failure.ts'
import { FormActions } from './form-actions.tsx'
import { googleQuery, useUnlinkGoogle } from './google.api.ts'
import { OwnPasswordInput } from './own-password-input.tsx'
import classes from './profile.module.css'
import { ProfileSection } from './profile-section.tsx'

/** The linked Google account, if there is one. */
export function GoogleSection() {
  const { t } = useTranslation('google-sign-in')
  const { data, error, refetch } = useQuery(googleQuery)
  const [isLeaving, setLeaving] = useState(false)
  if (error && !data)
    return (
      <ProfileSection title={t('own.title')}>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </ProfileSection>
    )
  if (!data?.account) return null
  const { email, linkedAt } = data.account
  return (
    <ProfileSection title={t('own.title')} text={t('own.text')}>
      <div className={classes.session}>
        <IconBrandGoogle stroke={1.5} aria-hidden />
        <span>
          <bdi dir="ltr" className={classes.device}>
            {email}
          </bdi>
          <span className={classes.seen}>{t('own.linkedOn', { day: formatDate(linkedAt) })}</span>
        </span>
        {data.hasPassword && !isLeaving && (
          <Button variant="default" onClick={() => setLeaving(true)} aria-label={t('own.unlinkNamed', { email })}>
            {t('own.unlink')}
          </Button>
        )}
      </div>
      {!data.hasPassword && <p className={classes.wait}>{t('own.noPassword')}</p>}
      {isLeaving && <Unlink onDone={() => setLeaving(false)} />}
    </ProfileSection>
  )
}

function Unlink({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('google-sign-in')
  const unlink = useUnlinkGoogle()
  const form = useForm({ initialValues: { password: '' }, validate: requiredFields('password') })
  const send = form.onSubmit(
    (body) =>
      unlink.mutate(body, {
        onSuccess: () => {
          toast.success(t('own.unlinked'))
          onDone()
        },
        onError: failInto(form),
      }),
    onGaps(form),
  )
  return (
    <form onSubmit={send} noValidate className={classes.fields}>
      <OwnPasswordInput {...form.getInputProps('password')} label={t('own.password')} autoFocus />
      <FormActions action={t('own.submit')} isBusy={unlink.isPending} onCancel={onDone} />
    </form>
  )
}
