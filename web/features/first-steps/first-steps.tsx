import { Button, UnstyledButton } from '@mantine/core'
import { IconCheck, IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useBusiness } from '../../lib/session/session.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { type ShownSteps, useDismissFirstSteps } from './first-steps.api.ts'
import classes from './first-steps.module.css'

type Step = ShownSteps['steps'][number]

/**
 * The first steps of a new business: completed steps are ticked, the next one is expanded, and each links to where it
 * is done.
 */
export function FirstSteps({ steps, next }: ShownSteps) {
  const { t } = useTranslation('first-steps')
  const { businessId } = useBusiness()
  const { mutate: dismiss } = useDismissFirstSteps(businessId)
  const done = steps.filter(({ isDone }) => isDone).length
  const hide = () => dismiss(true, { onSuccess: () => void toast.info(t('hidden'), { undo: () => dismiss(false) }) })
  return (
    <section className={classes.card} aria-labelledby="first-steps">
      <header className={classes.head}>
        <div className={classes.words}>
          <h2 className={classes.title} id="first-steps">
            {t('title')}
          </h2>
          <p className={classes.count} aria-live="polite">
            {t('done', { count: done, total: steps.length })}
          </p>
        </div>
        <Button variant="subtle" onClick={hide}>
          {t('hide')}
        </Button>
      </header>
      <ol className={classes.steps}>
        {steps.map((step) =>
          step === next ? <NextStep key={step.step} step={step} /> : <OtherStep key={step.step} step={step} />,
        )}
      </ol>
    </section>
  )
}

const stateOf = ({ modal }: NonNullable<Step['target']>) => (modal ? { modals: [modal] } : {})

function NextStep({ step: { step, Icon, target, Body } }: { step: Step }) {
  const { t } = useTranslation('first-steps')
  return (
    <li className={classes.next} aria-current="step">
      <span className={classes.mark} aria-hidden>
        <Icon />
      </span>
      <div className={classes.words}>
        <h3 className={classes.name}>{t(`steps.${step}.title`)}</h3>
        <p className={classes.text}>{t(`steps.${step}.text`)}</p>
        {Body && (
          <Suspense>
            <Body />
          </Suspense>
        )}
        {!Body && target && (
          <Button className={classes.action ?? ''} component={Link} to={target.path} state={stateOf(target)}>
            {t(`steps.${step}.action`)}
          </Button>
        )}
      </div>
    </li>
  )
}

function OtherStep({ step: { step, Icon, isDone, target, after } }: { step: Step }) {
  const { t } = useTranslation('first-steps')
  const words = (
    <>
      <span className={classes.mark} aria-hidden>
        {isDone ? <IconCheck /> : <Icon />}
      </span>
      <span className={classes.name}>{t(`steps.${step}.title`)}</span>
      {isDone && <span className={classes.state}>{t('isDone')}</span>}
      {!isDone && !target && <span className={classes.state}>{t(after === 'number' ? 'afterNumber' : 'later')}</span>}
    </>
  )
  return (
    <li className={classes.item} data-done={isDone || undefined}>
      {isDone || !target ? (
        <span className={classes.row}>{words}</span>
      ) : (
        <UnstyledButton className={classes.row} component={Link} to={target.path} state={stateOf(target)}>
          {words}
          <IconChevronRight className={classes.arrow} size={16} stroke={1.75} data-mirror aria-hidden />
        </UnstyledButton>
      )}
    </li>
  )
}
