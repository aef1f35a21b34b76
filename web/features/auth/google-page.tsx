import { Button } from '@mantine/core'
import { IconBrandGoogle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SignedIn } from '#contract/auth/auth.ts'
import type { CurrentUser } from '#contract/team/users.ts'
import { isOwnPath, loginPath, paths } from '../../lib/paths.ts'
import { storage } from '../../lib/storage.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loader } from '../../ui/feedback/loader.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { cameBackQuery, ownTrip } from './google.api.ts'
import { LinkGoogle, RegisterByGoogle } from './google-arrival.tsx'
import { type Owed, useEnter, useOwed } from './login.api.ts'

/** Google's redirect target: signs in, or asks for what is still missing. */
export function GooglePage() {
  const router = useRouter()
  // Read once when the page opens, because signing in clears the stored trip.
  const [{ query, trip }] = useState(() => ({ query: window.location.search.slice(1), trip: ownTrip() }))
  const { data, error } = useQuery({ ...cameBackQuery(query, trip?.ticket ?? ''), enabled: trip !== undefined })
  const next = trip?.next && isOwnPath(trip.next) ? trip.next : undefined
  const { owe } = useOwed()
  const enter = useEnter()
  const isEntering = useRef(false)

  const goOn = ({ status }: Pick<CurrentUser, 'status'>) => {
    storage.googleTrip.set(null)
    router.history.replace(status === 'Pending' ? paths.verifyPhone : (next ?? paths.home))
  }
  const goToStep = (owed: Owed) => {
    storage.googleTrip.set(null)
    owe(owed)
    router.history.replace(next ? loginPath(next) : paths.login)
  }
  const settle = async (reply: SignedIn) => goOn(await enter(reply))
  useEffect(() => {
    if (!data || isEntering.current || 'arrival' in data) return
    isEntering.current = true
    if ('secondStep' in data) goToStep(data.secondStep)
    else void settle(data)
  })

  if (error || !trip) return <Failed message={error?.message} />
  if (data && 'arrival' in data) {
    const { arrival } = data
    return arrival.kind === 'link' ? (
      <LinkGoogle arrival={arrival} onEntered={goOn} onOwed={goToStep} />
    ) : (
      <RegisterByGoogle arrival={arrival} onEntered={goOn} />
    )
  }
  return <Loader fullScreen />
}

function Failed({ message }: { message: string | undefined }) {
  const { t } = useTranslation('google-sign-in')
  return (
    <AuthFrame title={t('failedTitle')} bare>
      <EmptyState
        asPage
        icon={<IconBrandGoogle />}
        title={t('failedTitle')}
        text={message ?? t('failed')}
        action={
          <Button component={Link} to={paths.login}>
            {t('back')}
          </Button>
        }
      />
    </AuthFrame>
  )
}
