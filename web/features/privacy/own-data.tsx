import { Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { requiredFields } from '../../lib/http/form-errors.ts'
import { currentLanguage } from '../../lib/i18n/i18n.ts'
import { useModal } from '../../lib/modal-stack.ts'
import { leavingQuery } from '../../lib/session/leaving.ts'
import { useSession } from '../../lib/session/session.ts'
import { SilencedNumbers } from '../../shared/numbers/silenced-numbers.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { failInto, onGaps } from '../../ui/forms/form-failure.ts'
import { FormSection } from '../../ui/forms/form-section.tsx'
import { hasPasswordQuery, useEraseSelf, useSaveOwnData } from './privacy.api.ts'

/** Downloads one's own data, and deletes the account. */
export function OwnData({ onErased }: { onErased: () => void }) {
  const { t } = useTranslation('privacy')
  const save = useSaveOwnData()
  const confirm = useModal('erase-self')
  return (
    <>
      <FormSection title={t('own.fileTitle')} text={t('own.fileText')}>
        <div>
          <Button variant="default" loading={save.isPending} onClick={() => save.mutate(undefined)}>
            {t('own.file')}
          </Button>
        </div>
      </FormSection>
      <FormSection title={t('own.eraseTitle')} text={t('own.eraseText')}>
        <div>
          <Button variant="default" onClick={confirm.open}>
            {t('own.erase')}
          </Button>
        </div>
        <EraseSelf opened={confirm.opened} onClose={confirm.close} onErased={onErased} />
      </FormSection>
    </>
  )
}

type Props = { opened: boolean; onClose: () => void; onErased: () => void }

function EraseSelf({ opened, onClose, onErased }: Props) {
  const { t } = useTranslation(['privacy', 'common'])
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('own.eraseTitle')}
      closeButtonProps={{ 'aria-label': t('close', { ns: 'common' }) }}
    >
      <EraseForm onClose={onClose} onErased={onErased} />
    </Modal>
  )
}

function EraseForm({ onClose, onErased }: Omit<Props, 'opened'>) {
  const { t } = useTranslation(['privacy', 'common'])
  const form = useForm({ initialValues: { typed: '', password: '' }, validate: requiredFields('typed') })
  const { user } = useSession()
  const { data } = useQuery(hasPasswordQuery)
  const { data: leaving } = useQuery(leavingQuery)
  const held = leaving?.soleOwnerOf.map(({ name }) => name) ?? []
  const erase = useEraseSelf()
  const isRight = form.values.typed.trim().toLowerCase() === user.email
  const send = form.onSubmit(
    (body) =>
      erase.mutate(body, {
        onSuccess: () => {
          toast.success(t('own.done'))
          onErased()
        },
        onError: failInto(form),
      }),
    onGaps(form),
  )
  if (held.length)
    return (
      <Stack>
        <Text role="alert" dir="auto">
          {t('own.soleOwner', { businesses: new Intl.ListFormat(currentLanguage()).format(held) })}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('close', { ns: 'common' })}
          </Button>
        </Group>
      </Stack>
    )
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        <Text>{t('own.warning')}</Text>
        <SilencedNumbers numbers={leaving?.silencedNumbers ?? []} />
        <TextInput
          {...form.getInputProps('typed')}
          type="email"
          dir="ltr"
          label={t('own.typed')}
          placeholder={user.email}
          autoComplete="off"
          data-autofocus
        />
        {data?.hasPassword !== false && (
          <PasswordInput
            {...form.getInputProps('password')}
            label={t('own.password')}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': t('password.show', { ns: 'common' }) }}
          />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('cancel', { ns: 'common' })}
          </Button>
          <Button type="submit" color="red" disabled={!isRight} loading={erase.isPending}>
            {t('own.erase')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
