import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Absence, ShiftException } from '#contract/shifts/shift-shapes.ts'
import type { OwnShifts } from '#contract/shifts/shifts.ts'
import { lazily } from '../../../lib/lazy.ts'
import { EditConflict } from '../../../ui/feedback/edit-conflict.tsx'
import { EditPage } from '../../../ui/forms/edit-page.tsx'
import { FormSection, FormSections } from '../../../ui/forms/form-section.tsx'
import type { ShiftsOf } from '../shifts.api.ts'
import { ExceptionList } from './exception-list.tsx'
import { NextShifts } from './next-shifts.tsx'
import { ShiftNow } from './shift-now.tsx'
import { usePlanForm } from './use-plan-form.ts'
import { WeeklyFields } from './weekly-fields.tsx'

const AskStandIn = lazily(() => import('../swaps/ask-stand-in.tsx'), 'AskStandIn')
const StandIn = lazily(() => import('../swaps/stand-in.tsx'), 'StandIn')
const ExceptionDialog = lazily(() => import('./exception-dialog.tsx'), 'ExceptionDialog')

type Props = {
  of: ShiftsOf
  stored: OwnShifts
  reload: () => Promise<OwnShifts | undefined>
  title: string
  heading?: ReactNode
  context?: ReactNode
  /** Below the form. */
  children?: ReactNode
}

/** A person's weekly hours, absences and changed days, saved together; the pause is saved by itself. */
export function PlanForm({ of, stored, reload, children, ...page }: Props) {
  const { t } = useTranslation('shifts')
  const { edit, plan, errors, change, send, save, conflict } = usePlanForm({ of, stored, reload })
  const [asked, ask] = useState<{ at: number | undefined } | null>(null)
  const [absent, askStandIn] = useState<Absence | null>(null)
  const isAgreed = stored.shifts.agreed !== null
  const part = { plan, errors, templates: stored.templates, onChange: change }
  const put = (exception: ShiftException) => {
    const { exceptions } = plan
    change({ exceptions: asked?.at === undefined ? [...exceptions, exception] : exceptions.with(asked.at, exception) })
    ask(null)
  }
  return (
    <EditPage
      {...page}
      edit={edit}
      isSaving={save.isPending}
      onSend={send}
      undo={t('undo')}
      after={
        <>
          {children}
          {absent && (
            <Suspense>
              <AskStandIn absence={absent} onClose={() => askStandIn(null)} />
            </Suspense>
          )}
          {asked && (
            <Suspense>
              <ExceptionDialog
                draft={asked.at === undefined ? undefined : plan.exceptions[asked.at]}
                taken={plan.exceptions.flatMap((one, at) => ('day' in one && at !== asked.at ? [one.day] : []))}
                onDone={put}
                onClose={() => ask(null)}
              />
            </Suspense>
          )}
        </>
      }
    >
      {conflict && <EditConflict text={t('conflict')} {...conflict} />}
      <ShiftNow of={of} stored={stored} />
      <FormSections>
        <FormSection title={t('next.title')} text={t('next.text')}>
          <NextShifts shifts={{ ...stored.shifts, plan }} />
        </FormSection>
        <FormSection title={t('exceptions.title')} text={t('exceptions.text')}>
          <ExceptionList
            {...part}
            onAsk={(at) => ask({ at })}
            // A colleague is asked by the person, for an absence that the others know of.
            below={(absence) =>
              of.userId === null &&
              stored.shifts.plan.exceptions.some((one) => JSON.stringify(one) === JSON.stringify(absence)) && (
                <Suspense>
                  <StandIn absence={absence} onAsk={() => askStandIn(absence)} />
                </Suspense>
              )
            }
          />
        </FormSection>
        <FormSection title={t('weekly.title')} text={t(isAgreed ? 'weekly.wishText' : 'weekly.text')}>
          <WeeklyFields {...part} />
        </FormSection>
      </FormSections>
    </EditPage>
  )
}
