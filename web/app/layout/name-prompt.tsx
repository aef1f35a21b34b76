import { Button, Modal, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { userRoutes } from '#contract/team/users.ts'
import { personName } from '#contract/values/name-rules.ts'
import { call } from '../../lib/http/call.ts'
import { issueText } from '../../lib/http/form-errors.ts'
import { sessionQuery } from '../../lib/session/session.ts'
import classes from './name-prompt.module.css'

/** Blocks the app until the user has a name. A failure is only logged, and Save can be pressed again. */
export function NamePrompt() {
  const { t } = useTranslation('shell')
  const { t: common } = useTranslation()
  const queryClient = useQueryClient()
  const [name, setName] = useState('')
  const [isTouched, setTouched] = useState(false)
  const { mutate: save, isPending } = useMutation({
    mutationFn: () => call(userRoutes.update, { body: { name: name.trim() } }),
    meta: { silent: true },
    onSuccess: ({ updatedUser }) =>
      queryClient.setQueryData(sessionQuery.queryKey, (session) => session && { ...session, user: updatedUser }),
  })
  const issue = personName.safeParse(name).error?.issues[0]
  const problem = name.trim() === '' ? t('nameNeeded') : issue && issueText(issue)
  return (
    <Modal
      opened
      onClose={() => undefined}
      title={t('namePrompt')}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (!problem) save()
        }}
      >
        <TextInput
          label={t('fullName')}
          placeholder={t('fullNamePlaceholder')}
          value={name}
          error={isTouched && problem}
          dir="auto"
          autoComplete="name"
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
          onBlur={() => setTouched(name !== '')}
        />
        <Button type="submit" disabled={Boolean(problem)} loading={isPending} fullWidth>
          {common('save')}
        </Button>
      </form>
    </Modal>
  )
}
