import { Button, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { personName } from '#contract/values/name-rules.ts'
import { rulesOf, showIssues } from '../../lib/http/form-errors.ts'
import { useSession } from '../../lib/session/session.ts'
import { PersonAvatar } from '../../ui/display/person-avatar.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { AvatarUpload } from '../../ui/forms/avatar-upload.tsx'
import { onGaps } from '../../ui/forms/form-failure.ts'
import { changedFields, useEditForm } from '../../ui/forms/use-edit-form.ts'
import { useSaveUser, useUploadOwnImage } from './profile.api.ts'
import classes from './profile.module.css'
import { ProfileSection } from './profile-section.tsx'

const rules = rulesOf<{ name: string }>(z.object({ name: personName }))

export function PersonSection() {
  const { t } = useTranslation(['profile', 'common'])
  const { user } = useSession()
  const { mutateAsync: upload } = useUploadOwnImage()
  const save = useSaveUser()
  const { form, isDirty, settle } = useEditForm({
    id: 'profile-person',
    changesIn: changedFields,
    initialValues: { name: user.name },
    validate: rules,
  })
  const send = form.onSubmit(
    (values) =>
      save.mutate(values, {
        onSuccess: ({ updatedUser }) => {
          settle({ name: updatedUser.name })
          toast.success(t('saved'))
        },
        onError: (error) => showIssues(form, error),
      }),
    onGaps(form),
  )
  return (
    <ProfileSection title={t('person.title')} text={t('person.text')}>
      <AvatarUpload
        round
        hasImage={user.image !== null}
        onUpload={async (file) => {
          await upload(file)
          toast.success(t('saved'))
        }}
      >
        <PersonAvatar id={user._id} name={user.name} image={user.image} size="xl" />
      </AvatarUpload>
      <form onSubmit={send} noValidate className={classes.fields}>
        <TextInput {...form.getInputProps('name')} dir="auto" label={t('person.name')} autoComplete="name" />
        <div className={classes.actions}>
          <Button type="submit" disabled={!isDirty} loading={save.isPending}>
            {t('save', { ns: 'common' })}
          </Button>
        </div>
      </form>
    </ProfileSection>
  )
}
