import { Button, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { issuesOf } from '../lib/http/form-errors.ts'
import { cancelHeld, type Held, missingOf, sendHeld } from '../lib/session/identity.ts'
import { DialogFoot } from '../ui/layout/dialog-foot.tsx'

/** Above the dialog that started the change. */
const Z_INDEX = 400

/** Confirms the identity before a sensitive change: password, and a code if two-factor is on. */
export function IdentityDialog({ held }: { held: Held }) {
  const { t } = useTranslation()
  const [error, setError] = useState(held.error)
  const [asks, setAsks] = useState(missingOf(held.error))
  const [hasTried, setTried] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const issues = issuesOf(error)
  const isImpossible = error.code === 'password_first'
  const codeProblem = error.code === 'code_wrong' ? error.message : issues?.code
  const general = issues || error.code === 'code_wrong' ? undefined : error.message

  async function send(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    const problem = await sendHeld(held, { ...(asks.password && { password }), ...(asks.code && { code }) })
    if (!problem) return
    const { password: asksPassword, code: asksCode } = missingOf(problem)
    // The first request for a code is not shown as an error.
    setTried(!asksCode || asks.code)
    setAsks({ password: asks.password || asksPassword, code: asks.code || asksCode })
    if (asksCode) setCode('')
    setError(problem)
    setBusy(false)
  }
  return (
    <Modal
      opened
      onClose={() => cancelHeld(held)}
      title={t('identity.title')}
      zIndex={Z_INDEX}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <form onSubmit={(event) => void send(event)} noValidate>
        <Stack>
          {!isImpossible && <Text>{t('identity.text')}</Text>}
          {general && <Text role="alert">{general}</Text>}
          {asks.password && (
            <PasswordInput
              label={t('identity.password')}
              value={password}
              onChange={({ currentTarget }) => setPassword(currentTarget.value)}
              error={hasTried && issues?.password}
              autoComplete="current-password"
              visibilityToggleButtonProps={{ 'aria-label': t('password.show') }}
              data-autofocus
            />
          )}
          {asks.code && (
            <TextInput
              label={t('identity.code')}
              value={code}
              onChange={({ currentTarget }) => setCode(currentTarget.value)}
              error={hasTried && codeProblem}
              dir="ltr"
              autoComplete="one-time-code"
              spellCheck={false}
              data-autofocus
            />
          )}
          <DialogFoot onCancel={() => cancelHeld(held)}>
            {!isImpossible && (
              <Button
                type="submit"
                loading={isBusy}
                disabled={(asks.password && !password) || (asks.code && !code.trim())}
              >
                {t('identity.submit')}
              </Button>
            )}
          </DialogFoot>
        </Stack>
      </form>
    </Modal>
  )
}
