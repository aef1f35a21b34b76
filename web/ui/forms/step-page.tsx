import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Page } from '../layout/page.tsx'
import { FormSections } from './form-section.tsx'
import { Steps } from './steps.tsx'
import type { useSteps } from './use-steps.ts'

type Props<S extends string> = {
  title: string
  text: string
  /** The form's id, for the submit button outside of it. */
  formId: string
  steps: readonly { key: S; label: string }[]
  at: ReturnType<typeof useSteps<S>>
  /** Label of the button on the last step. */
  action: string
  /** Label of a second button that saves from any earlier step; without it, only the last step saves. */
  early?: string
  isBusy: boolean
  onCancel: () => void
  /** Called on the last step, or early. */
  onSave: () => void
  children: ReactNode
}

/** A form in steps with step indicator, Back and Next. */
export function StepPage<S extends string>({ title, text, formId, steps, at, children, ...act }: Props<S>) {
  const { t } = useTranslation()
  return (
    <Page
      title={title}
      context={text}
      actions={
        <>
          <Button variant="default" onClick={at.isFirst ? act.onCancel : at.back}>
            {t(at.isFirst ? 'cancel' : 'back')}
          </Button>
          {act.early && !at.isLast && (
            <Button variant="light" loading={act.isBusy} onClick={() => at.finish(act.onSave)}>
              {act.early}
            </Button>
          )}
          <Button type="submit" form={formId} loading={act.isBusy}>
            {at.isLast ? act.action : t('next')}
          </Button>
        </>
      }
    >
      <Steps steps={steps} current={at.step} reachable={at.reachable} onPick={at.go} />
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (at.isLast && at.isRight) act.onSave()
          else at.next()
        }}
      >
        <FormSections>{children}</FormSections>
      </form>
    </Page>
  )
}
