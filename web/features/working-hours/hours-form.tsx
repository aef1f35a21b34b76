import { SegmentedControl } from '@mantine/core'
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dayOf, weekdayOf } from '#contract/values/clock.ts'
import type { Holiday, SpecialDay, WorkingHours } from '#contract/working-hours/working-hours.ts'
import { lazily } from '../../lib/lazy.ts'
import { useCan } from '../../lib/session/session.ts'
import { WeekFields, WeekTexts } from '../../shared/open-ranges/week-fields.tsx'
import { EditConflict } from '../../ui/feedback/edit-conflict.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { EditPage } from '../../ui/forms/edit-page.tsx'
import { FormSection, FormSections } from '../../ui/forms/form-section.tsx'
import { HolidayRules } from './holiday-rules.tsx'
import { holidayName } from './holiday-text.ts'
import type { Asked } from './hours-dialog.tsx'
import type { HoursPart } from './hours-part.ts'
import { OpenNow } from './open-now.tsx'
import { SpecialDays } from './special-days.tsx'
import { useHoursForm } from './use-hours-form.ts'
import type { HoursOwner, StoredHours } from './working-hours.api.ts'

/** Below the first screen, so they are loaded separately. */
const RestFields = lazily(() => import('./rest-fields.tsx'), 'RestFields')
const NextDays = lazily(() => import('./next-days.tsx'), 'NextDays')
const HolidayYear = lazily(() => import('./holiday-year.tsx'), 'HolidayYear')
const HoursDialog = lazily(() => import('./hours-dialog.tsx'), 'HoursDialog')

type Props = {
  owner: HoursOwner
  stored: StoredHours
  reload: () => Promise<StoredHours | undefined>
  title: string
  context?: ReactNode
}

/** Working hours of the business or of a campaign: Owners change them, the others read them. */
export function HoursForm({ owner, stored, reload, title, context }: Props) {
  const { t } = useTranslation('working-hours')
  const canEdit = useCan('business.settings')
  const { edit, values, errors, valid, seen, change, send, save, conflict } = useHoursForm({ owner, stored, reload })
  const [asked, ask] = useState<Asked | null>(null)
  const { isOwn, hours } = values
  const canChange = canEdit && isOwn
  const onChange = (changes: Partial<WorkingHours>) => change({ hours: { ...hours, ...changes } })
  const part = { hours, errors, onChange: canChange ? onChange : null }
  return (
    <EditPage
      {...{ edit, canEdit, title, context }}
      isSaving={save.isPending}
      onSend={send}
      undo={t('undo')}
      after={
        asked && (
          <Suspense>
            <HoursDialog asked={asked} hours={hours} onChange={onChange} onClose={() => ask(null)} />
          </Suspense>
        )
      }
    >
      {conflict && <EditConflict text={t('conflict')} {...conflict} />}
      <OpenNow hours={valid} isDraft={edit.isDirty} />
      <FormSections>
        {owner.campaignId && (
          <FormSection title={t('campaign.title')} text={t('campaign.text')}>
            {canEdit ? (
              <SegmentedControl
                aria-label={t('campaign.title')}
                value={isOwn ? 'own' : 'business'}
                onChange={(value) => change({ isOwn: value === 'own' })}
                data={(['business', 'own'] as const).map((value) => ({ value, label: t(`campaign.${value}`) }))}
              />
            ) : (
              <p>{t(isOwn ? 'campaign.own' : 'campaign.business')}</p>
            )}
          </FormSection>
        )}
        <Parts {...part} computed={valid ?? seen.hours} onAsk={ask} />
      </FormSections>
    </EditPage>
  )
}

type PartsProps = HoursPart & {
  /** The hours to compute with: the edited ones, or while these have errors the stored ones. */
  computed: WorkingHours
  onAsk: (asked: Asked) => void
}
function Parts({ computed, onAsk, ...part }: PartsProps) {
  const { t } = useTranslation('working-hours')
  const { hours, errors, onChange } = part
  return (
    <>
      <FormSection title={t('week.title')} text={t('week.text')}>
        {onChange ? (
          <WeekFields days={hours.days} path="hours.days" errors={errors} onChange={(days) => onChange({ days })} />
        ) : (
          <WeekTexts days={hours.days} />
        )}
      </FormSection>
      <FormSection title={t('rest.title')} text={t('rest.text')}>
        <Suspense fallback={<SkeletonRows rows={8} columns={1} />}>
          <RestFields {...part} />
        </Suspense>
      </FormSection>
      <FormSection title={t('rules.title')} text={t('rules.text')}>
        <HolidayRules {...part} />
      </FormSection>
      <FormSection title={t('special.title')} text={t('special.text')}>
        <SpecialDays {...part} onAsk={(special) => onAsk({ kind: 'special', special })} />
      </FormSection>
      <FormSection title={t('next.title')} text={t('next.text')}>
        <Suspense fallback={<SkeletonRows rows={8} columns={2} />}>
          <NextDays hours={computed} />
        </Suspense>
      </FormSection>
      <FormSection title={t('year.title')} text={t('year.text')}>
        <Suspense fallback={<SkeletonRows rows={8} columns={2} />}>
          <HolidayYear
            hours={computed}
            acts={
              onChange && {
                onCorrect: (holiday) => onAsk({ kind: 'special', special: correctionOf(holiday, computed) }),
                onRest: (rest) => onAsk({ kind: 'rest', rest }),
              }
            }
          />
        </Suspense>
      </FormSection>
    </>
  )
}

/** A special day on a holiday begins as the opposite of what holds: who corrects a closed day wants it open. */
function correctionOf({ day, holiday, open, correction }: Holiday, { days }: WorkingHours): SpecialDay {
  if (correction) return correction
  const usual = days[weekdayOf(day)] ?? []
  const isOpen = open.some(({ from }) => dayOf(from) === day)
  return { day, name: holidayName(holiday), ranges: isOpen ? [] : usual }
}
