import { Button } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconBrandGoogle, IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { CurrentUser } from '#contract/team/users.ts'
import { loadCode } from '../../lib/code/load-code.ts'
import { hasPasskeys } from '../../lib/session/passkeys.ts'
import classes from './auth-form.module.css'
import { usePasskey } from './passkey.api.ts'

/** Set by the server on the page's root element where Google sign-in is configured. */
const hasGoogle = () => document.documentElement.dataset.google !== undefined

type Props = { remember: boolean; next: string | undefined; onEntered: (user: CurrentUser) => void }

/** Sign-in methods beside the password, where this browser supports them. */
export function OtherWays({ remember, next, onEntered }: Props) {
  const { t } = useTranslation('auth')
  const passkey = usePasskey(onEntered)
  const inField = usePasskey(onEntered)
  const isOffered = useRef(false)
  const offer = () => {
    if (isOffered.current || !hasPasskeys()) return
    isOffered.current = true
    inField.mutate({ remember, inField: true })
  }
  // Passkey autofill starts at the first interaction, so that an idle page loads nothing for it.
  useWindowEvent('pointerdown', offer)
  useWindowEvent('keydown', offer)
  const google = useMutation({
    mutationFn: async () => (await loadCode(() => import('./google.api.ts'))).goToGoogle({ remember, next }),
  })
  if (!hasPasskeys() && !hasGoogle()) return null
  return (
    <>
      <span className={classes.or}>{t('login.or')}</span>
      {hasGoogle() && (
        <Button
          variant="default"
          size="lg"
          fullWidth
          leftSection={<IconBrandGoogle stroke={1.75} aria-hidden />}
          loading={google.isPending || google.isSuccess}
          onClick={() => google.mutate()}
        >
          {t('login.google')}
        </Button>
      )}
      {hasPasskeys() && (
        <Button
          variant="default"
          size="lg"
          fullWidth
          leftSection={<IconFingerprint stroke={1.75} aria-hidden />}
          loading={passkey.isPending}
          onClick={() => passkey.mutate({ remember })}
        >
          {t('login.passkey')}
        </Button>
      )}
    </>
  )
}
