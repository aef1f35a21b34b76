import { Button, Group, Input, Modal, SegmentedControl, Stack, Textarea } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Language, languages } from '#contract/constants.ts'
import { INVITATION_MESSAGE_MAX, RECIPIENTS_AT_ONCE, type SkipReason } from '#contract/team/invitations.ts'
import { ApiError } from '../../lib/http/call.ts'
import { currentLanguage, i18n } from '../../lib/i18n/i18n.ts'
import { lazily } from '../../lib/lazy.ts'
import { Cancelled } from '../../lib/session/identity.ts'
import { campaignNamesQuery, useBusiness } from '../../lib/session/session.ts'
import { AccessFields, type AccessValues } from '../../shared/access-fields.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { useInvite } from './invitations.api.ts'
import classes from './invite-dialog.module.css'
import { isRecipient } from './recipients.ts'
import { RecipientsField } from './recipients-field.tsx'

const InvitationPreview = lazily(() => import('./invitation-preview.tsx'), 'InvitationPreview')

type Skipped = { recipient: string; reason: SkipReason }
type Values = { recipients: string[]; access: AccessValues; message: string; language: Language }

/** With a single campaign, the invitation is to it until something else is chosen. */
const firstAccess = (campaigns: readonly { _id: string }[] = []): AccessValues => ({
  role: 'Writer',
  campaigns: campaigns.length === 1 ? campaigns.map(({ _id }) => ({ campaignId: _id, role: 'Writer' as const })) : [],
})

/** Invites several people at once with the same role. */
export function InviteDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('invitations')
  const { t: common } = useTranslation()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('form.title')}
      size="lg"
      closeButtonProps={{ 'aria-label': common('close') }}
      keepMounted={false}
    >
      <Fields onDone={onClose} />
    </Modal>
  )
}

/** Recipients that the server rejected, by their index in the request. */
function refusedOf(error: unknown, recipients: readonly string[]): string[] {
  if (!(error instanceof ApiError)) return []
  return error.issues.flatMap(({ path }) => {
    const at = /recipients\.(\d+)$/.exec(path)?.[1]
    const recipient = at === undefined ? undefined : recipients[Number(at)]
    return recipient === undefined ? [] : [recipient]
  })
}

function Fields({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('invitations')
  const { t: common } = useTranslation()
  const { businessId } = useBusiness()
  const invite = useInvite(businessId)
  const { data } = useQuery(campaignNamesQuery(businessId))
  const [chosen, setValues] = useState<Omit<Values, 'access'> & Partial<Values>>({
    recipients: [],
    message: '',
    language: currentLanguage(),
  })
  const [refused, setRefused] = useState<string[]>([])
  const reasonId = useId()
  const [error, setError] = useState<string>()
  const [skipped, setSkipped] = useState<Skipped[]>()
  const values: Values = { access: firstAccess(data?.campaigns), ...chosen }
  const { recipients, access, message, language } = values
  const set = (changes: Partial<Values>) => setValues((before) => ({ ...before, ...changes }))

  const wrong = recipients.filter((one) => !isRecipient(one) || refused.includes(one))
  const good = recipients.length - wrong.length
  const reason =
    recipients.length > RECIPIENTS_AT_ONCE
      ? t('form.tooMany', { count: RECIPIENTS_AT_ONCE })
      : wrong.length > 0 && t('form.mend')

  const send = () => {
    setError(recipients.length === 0 ? i18n.t('required_field', { ns: 'errors' }) : undefined)
    if (recipients.length === 0 || reason) return
    invite.mutate(
      { recipients, ...access, message, language },
      {
        onSuccess: (reply) => {
          if (reply.invitations.length > 0) toast.success(t('form.done', { count: reply.invitations.length }))
          if (reply.skipped.length > 0) setSkipped(reply.skipped)
          else onDone()
        },
        onError: (failed) => {
          if (failed instanceof Cancelled) return
          const unread = refusedOf(failed, recipients)
          setRefused(unread)
          if (unread.length === 0) toast.error(failed.message)
        },
      },
    )
  }

  if (skipped) return <LeftOut skipped={skipped} onDone={onDone} />
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Stack gap="md">
        <RecipientsField
          recipients={recipients}
          wrong={wrong}
          error={error}
          onChange={(next) => {
            setError(undefined)
            set({ recipients: next })
          }}
        />
        <AccessFields access={access} onChange={(next) => set({ access: next })} />
        <Textarea
          label={t('form.message')}
          value={message}
          onChange={(event) => set({ message: event.currentTarget.value })}
          maxLength={INVITATION_MESSAGE_MAX}
          dir="auto"
          autosize
          minRows={2}
          maxRows={6}
        />
        <Input.Wrapper label={t('form.language')} labelElement="div">
          <SegmentedControl
            className={classes.language ?? ''}
            aria-label={t('form.language')}
            data={languages.map((value) => ({ value, label: t(`languages.${value}`) }))}
            value={language}
            onChange={(value) => set({ language: value })}
          />
        </Input.Wrapper>
        <Preview values={values} />
        <Group justify="flex-end" gap="xs">
          {reason && (
            <p id={reasonId} className={classes.reason}>
              {reason}
            </p>
          )}
          <Button variant="default" onClick={onDone}>
            {common('cancel')}
          </Button>
          <Button
            type="submit"
            loading={invite.isPending}
            disabled={Boolean(reason)}
            {...(reason && { 'aria-describedby': reasonId })}
          >
            {good > 1 ? t('form.submitMany', { count: good }) : t('form.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function Preview({ values: { access, message, language } }: { values: Values }) {
  const { t } = useTranslation('invitations')
  const { businessId } = useBusiness()
  const { data } = useQuery(campaignNamesQuery(businessId))
  const [isShown, show] = useState(false)
  const campaigns = access.campaigns.map(({ campaignId, role }) => ({
    name: data?.campaigns.find(({ _id }) => _id === campaignId)?.name ?? '…',
    role,
  }))
  const EyeIcon = isShown ? IconEyeOff : IconEye
  return (
    <div>
      <Button
        variant="subtle"
        size="xs"
        leftSection={<EyeIcon size={16} stroke={1.75} aria-hidden />}
        onClick={() => show(!isShown)}
        aria-expanded={isShown}
      >
        {t(isShown ? 'form.hidePreview' : 'form.preview')}
      </Button>
      {isShown && (
        <Suspense>
          <InvitationPreview language={language} role={access.role} campaigns={campaigns} message={message} />
        </Suspense>
      )}
    </div>
  )
}

/** Recipients who were not invited, and why. */
function LeftOut({ skipped, onDone }: { skipped: readonly Skipped[]; onDone: () => void }) {
  const { t } = useTranslation('invitations')
  const { t: common } = useTranslation()
  return (
    <Stack gap="md">
      <p className={classes.note}>{t('skipped.title', { count: skipped.length })}</p>
      <ul className={classes.skipped}>
        {skipped.map(({ recipient, reason }) => (
          <li key={recipient}>
            <bdi dir="ltr">{recipient}</bdi>
            <span>{t(`skipped.${reason}`)}</span>
          </li>
        ))}
      </ul>
      <Group justify="flex-end">
        <Button onClick={onDone}>{common('close')}</Button>
      </Group>
    </Stack>
  )
}
