import { Button, Group, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newRouting, type Routing } from '#contract/calls/routing.ts'
import { currentLanguage } from '../../../lib/i18n/i18n.ts'
import { useBusiness, useSession } from '../../../lib/session/session.ts'
import { useNarrow } from '../../../lib/use-narrow.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { Steps } from '../../../ui/forms/steps.tsx'
import { NoAccount } from '../no-account.tsx'
import { connectionQuery, orderQuery, useOrderNumber } from '../numbers.api.ts'
import { HoursFields } from '../routing/hours-fields.tsx'
import { RingList } from '../routing/ring-list.tsx'
import { routingRules } from '../routing/routing-form.ts'
import { RecordingFields } from '../routing/voice-fields.tsx'
import { type Choice, ChooseStep, type From, wantedOf } from './choose-step.tsx'
import classes from './number-setup.module.css'
import { OrderState } from './order-state.tsx'

const steps = ['number', 'answer', 'voice', 'try'] as const
type Step = (typeof steps)[number]

const stepOf = (path: string): Step => (path.startsWith('ring') ? 'answer' : 'voice')

type Props = {
  opened: boolean
  /** The campaign that the number is for; null: chosen later. */
  campaignId: string | null
  onClose: () => void
}

/** Orders a virtual number and configures it: area and number, ring list, recording and hours, test call. */
export function NumberSetup({ opened, campaignId, onClose }: Props) {
  const { t } = useTranslation(['numbers', 'open-ranges', 'telephony-budget', 'common'])
  const isNarrow = useNarrow()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="xl"
      fullScreen={isNarrow}
      // An accidental click outside must not lose the choices.
      closeOnClickOutside={false}
      title={t(campaignId ? 'setup.title' : 'setup.titleAlone')}
      closeButtonProps={{ 'aria-label': t('close', { ns: 'common' }) }}
    >
      <Setup campaignId={campaignId} onClose={onClose} />
    </Modal>
  )
}

function Setup({ campaignId, onClose }: Omit<Props, 'opened'>) {
  const { businessId } = useBusiness()
  const { data, error, refetch } = useQuery(connectionQuery(businessId))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={5} columns={2} />
  if (!data.canOrder) return <NoAccount onClose={onClose} />
  return <SetupSteps campaignId={campaignId} isPaid={data.connection?.provider === 'twilio'} onClose={onClose} />
}

type StepsProps = {
  campaignId: string | null
  /** The provider charges for the number. */
  isPaid: boolean
  onClose: () => void
}

function SetupSteps({ campaignId, isPaid, onClose }: StepsProps) {
  const { t } = useTranslation(['numbers', 'common'])
  const { user } = useSession()
  const { businessId } = useBusiness()
  const [step, setStep] = useState<Step>('number')
  const [from, setFrom] = useState<From>('new')
  const [choice, setChoice] = useState<Choice>()
  const [routing, setRouting] = useState<Routing>(() => newRouting(user._id, currentLanguage()))
  const [showsErrors, setShowsErrors] = useState(false)
  const order = useOrderNumber(businessId)
  const { data: placed } = useQuery(orderQuery(businessId, order.data?.order._id))
  const taking = t(from === 'standing' ? 'adopt.take' : 'setup.take')
  const isOrdered = step === 'try'
  const errors = routingRules(routing)
  const wrongAt = steps.find((one) => Object.keys(errors).some((path) => stepOf(path) === one))
  const fields = {
    routing,
    onChange: (changes: Partial<Routing>) => setRouting({ ...routing, ...changes }),
    errors: showsErrors ? errors : {},
  }

  const take = () => {
    if (!choice) return
    setStep('try')
    order.mutate({ ...wantedOf(choice), campaignId, routing })
  }
  const next = () => {
    const isWrong = Object.keys(errors).some((path) => stepOf(path) === step)
    setShowsErrors(isWrong)
    if (isWrong) return
    const following = steps[steps.indexOf(step) + 1]
    if (step === 'voice') take()
    else if (following) setStep(following)
  }
  const back = () => setStep(steps[steps.indexOf(step) - 1] ?? 'number')
  const reachable = isOrdered ? step : !choice ? 'number' : wrongAt === 'answer' ? 'answer' : 'voice'

  return (
    <div className={classes.setup}>
      {!isOrdered && (
        <Steps
          steps={steps.map((key) => ({ key, label: t(`setup.steps.${key}`) }))}
          current={step}
          reachable={reachable}
          onPick={setStep}
        />
      )}
      <div className={classes.body}>
        {step === 'number' && <ChooseStep {...{ from, choice, isPaid }} onFrom={setFrom} onChoose={setChoice} />}
        {step === 'answer' && (
          <>
            <p className={classes.text}>{t('setup.answerText')}</p>
            <RingList {...fields} />
          </>
        )}
        {step === 'voice' && (
          <>
            <RecordingFields {...fields} />
            <h3 className={classes.title}>{t('hours.title')}</h3>
            <HoursFields {...fields} />
          </>
        )}
        {isOrdered && (
          <OrderState
            order={placed?.order}
            error={order.error}
            routing={routing}
            onRetry={take}
            onAnother={() => {
              setChoice(undefined)
              order.reset()
              setStep('number')
            }}
            onClose={onClose}
          />
        )}
      </div>
      {!isOrdered && (
        <Group justify="space-between" className={classes.actions ?? ''}>
          <Button variant="subtle" onClick={onClose}>
            {t('setup.later')}
          </Button>
          <Group gap="xs">
            {step !== 'number' && (
              <Button variant="default" onClick={back}>
                {t('back', { ns: 'common' })}
              </Button>
            )}
            {step !== 'voice' && (
              <Button variant="light" disabled={!choice || wrongAt !== undefined} onClick={take}>
                {taking}
              </Button>
            )}
            <Button disabled={!choice} onClick={next}>
              {step === 'voice' ? taking : t('next', { ns: 'common' })}
            </Button>
          </Group>
        </Group>
      )}
    </div>
  )
}
