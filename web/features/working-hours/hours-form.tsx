import { SegmentedControl } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dayOf, weekdayOf } from '#contract/values/clock.ts'
import type { Holiday, SpecialDay, WorkingHours } from '#contract/working-hours/working-hours.ts'
import { useCan } from '../../lib/session/session.ts'
import { WeekFields, WeekTexts } from '../../shared/open-ranges/week-fields.tsx'
import { EditPage } from '../../ui/forms/edit-page.tsx'
import { FormSection, FormSections } from '../../ui/forms/form-section.tsx'
import { HolidayRules } from './holiday-rules.tsx'
import { holidayName } from './holiday-text.ts'
import { HolidayYear } from './holiday-year.tsx'
import { HoursConflict } from './hours-conflict.tsx'
import { type Asked, HoursDialog } from './hours-dialog.tsx'
import type { HoursPart } from './hours-part.ts'
import { OpenNow } from './open-now.tsx'
import { RestFields } from './rest-fields.tsx'
import { SpecialDays } from './special-days.tsx'
import { useHoursForm } from './use-hours-form.ts'
import type { HoursOwner, StoredHours } from './working-hours.api.ts'

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
  const { edit, values, errors, change, send, isSaving, conflict } = useHoursForm({ owner, stored, reload })
  const [asked, ask] = useState<Asked | null>(null)
  const { isOwn, hours } = values
  const canChange = canEdit && isOwn
  const onChange = (changes: Partial<WorkingHours>) => change({ hours: { ...hours, ...changes } })
  const part = { hours, errors, onChange: canChange ? onChange : null }
  return (
    <EditPage
      {...{ edit, canEdit, title, context, isSaving }}
      onSend={send}
      undo={t('undo')}
      after={asked && <HoursDialog asked={asked} hours={hours} onChange={onChange} onClose={() => ask(null)} />}
    >
      {conflict && <HoursConflict {...conflict} />}
      <OpenNow hours={Object.keys(errors).length > 0 ? null : hours} isDraft={edit.isDirty} />
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
        <Parts {...part} onAsk={ask} />
      </FormSections>
    </EditPage>
  )
}

function Parts({ onAsk, ...part }: HoursPart & { onAsk: (asked: Asked) => void }) {
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
        <RestFields {...part} />
      </FormSection>
      <FormSection title={t('rules.title')} text={t('rules.text')}>
        <HolidayRules {...part} />
      </FormSection>
      <FormSection title={t('special.title')} text={t('special.text')}>
        <SpecialDays {...part} onAsk={(special) => onAsk({ kind: 'special', special })} />
      </FormSection>
      <FormSection title={t('year.title')} text={t('year.text')}>
        <HolidayYear
          hours={hours}
          acts={
            onChange && {
              onCorrect: (holiday) => onAsk({ kind: 'special', special: correctionOf(holiday, hours) }),
              onRest: (rest) => onAsk({ kind: 'rest', rest }),
            }
          }
        />
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
