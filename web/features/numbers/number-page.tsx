import { Select, Switch, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { NumberChanges, type VirtualNumber } from '#contract/calls/numbers.ts'
import type { Routing } from '#contract/calls/routing.ts'
import { formatPhone } from '#contract/values/phones.ts'
import { rulesOf } from '../../lib/http/form-errors.ts'
import { lazily } from '../../lib/lazy.ts'
import { paths } from '../../lib/paths.ts'
import { useIds } from '../../lib/search.ts'
import { campaignNamesQuery, useBusiness, useCan, useCanIn } from '../../lib/session/session.ts'
import { Phone } from '../../ui/display/phone.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { EditPage } from '../../ui/forms/edit-page.tsx'
import { failInto } from '../../ui/forms/form-failure.ts'
import { FormSection, FormSections } from '../../ui/forms/form-section.tsx'
import { changedFields, useEditForm } from '../../ui/forms/use-edit-form.ts'
import { Page } from '../../ui/layout/page.tsx'
import classes from './number-page.module.css'
import { NumberStateMark } from './number-state-mark.tsx'
import { numberQuery, useChangeNumber } from './numbers.api.ts'
import { RingNow } from './routing/ring-now.tsx'
import type { RoutingFields } from './routing/routing-form.ts'

const HoursFields = lazily(() => import('./routing/hours-fields.tsx'), 'HoursFields')
const RingList = lazily(() => import('./routing/ring-list.tsx'), 'RingList')
const AnswerFields = lazily(() => import('./routing/voice-fields.tsx'), 'AnswerFields')
const RecordingFields = lazily(() => import('./routing/voice-fields.tsx'), 'RecordingFields')
const SpokenLanguage = lazily(() => import('./routing/voice-fields.tsx'), 'SpokenLanguage')
const ClosingFields = lazily(() => import('./routing/voice-fields.tsx'), 'ClosingFields')
const NumberPrice = lazily(() => import('./budget/number-price.tsx'), 'NumberPrice')
const NumberFlow = lazily(() => import('./number-flow.tsx'), 'NumberFlow')
const MakeFlow = lazily(() => import('./number-flow.tsx'), 'MakeFlow')
const ReleaseNumber = lazily(() => import('./releasing/release-number.tsx'), 'ReleaseNumber')
const GiveBack = lazily(() => import('./releasing/give-back.tsx'), 'GiveBack')
const Forwarding = lazily(() => import('./forwarding/forwarding.tsx'), 'Forwarding')
const LineTest = lazily(() => import('./line-test/line-test.tsx'), 'LineTest')
const TestCall = lazily(() => import('./test-call.tsx'), 'TestCall')

/** One number: label, campaign and routing. */
export function NumberPage() {
  const { numberId } = useIds(paths.number)
  // Also loads the namespaces of child components: loading them later would suspend the whole screen again.
  const { t } = useTranslation(['numbers', 'open-ranges', 'unsaved', 'answering', 'forwarding', 'telephony-budget'])
  const { businessId } = useBusiness()
  const { data, error, refetch } = useQuery(numberQuery(businessId, numberId))
  if (data) return <NumberForm key={`${numberId} ${data.number.flow?._id}`} number={data.number} />
  return (
    <Page title={t('title')}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && <SkeletonRows rows={8} columns={2} />}
    </Page>
  )
}

type Values = { label: string; campaignId: string | null; isEnabled: boolean; routing: Routing }
const valuesOf = ({ label, campaignId, state, routing }: VirtualNumber): Values => ({
  label,
  campaignId,
  isEnabled: state !== 'paused',
  routing,
})
const rules = rulesOf<Values>(NumberChanges)
/** Changed parts only, so that other people's changes are kept. */
function changesIn(values: Values, before: Values): NumberChanges {
  const { routing, ...own } = changedFields(values, before)
  return { ...own, ...(routing && { routing: changedFields(routing, before.routing) }) }
}

function NumberForm({ number }: { number: VirtualNumber }) {
  const { t } = useTranslation(['numbers', 'forwarding'])
  const { businessId } = useBusiness()
  const canIn = useCanIn()
  const canAll = useCan('numbers.order')
  const save = useChangeNumber(businessId, number._id)
  const edit = useEditForm({ id: `number-${number._id}`, initialValues: valuesOf(number), validate: rules, changesIn })
  const { form, changes, isDirty, settle } = edit
  const { values } = form
  const isLiving = number.state === 'active' || number.state === 'paused'
  const canEdit = isLiving && (number.campaignId ? canIn('campaigns.edit', number.campaignId) : canAll)
  const canFlow = isLiving && (number.campaignId ? canIn('call_flows.edit', number.campaignId) : canAll)
  const fields = {
    routing: values.routing,
    onChange: (part: Partial<Routing>) => form.setFieldValue('routing', { ...values.routing, ...part }),
    errors: Object.fromEntries(
      Object.entries(form.errors).map(([path, text]) => [path.replace(/^routing\./, ''), String(text)]),
    ),
  }
  const send = () => {
    if (!isDirty) return
    save.mutate(changes, {
      onSuccess: ({ number: saved }) => {
        settle(valuesOf(saved))
        toast.success(t('saved'))
      },
      onError: failInto(form),
    })
  }
  const after = isLiving && (
    <FormSections>
      <Suspense>{canFlow && !number.flow && <MakeFlow number={number} />}</Suspense>
      <FormSection title={t('test.title')} text={t('test.titleText')}>
        <Suspense>
          <TestCall number={number} />
        </Suspense>
      </FormSection>
      {canEdit && (
        <FormSection title={t('line.title')} text={t('line.titleText')}>
          <Suspense>
            <LineTest number={number} />
          </Suspense>
        </FormSection>
      )}
      {canEdit && (
        <FormSection title={t('forwarding:title')} text={t('forwarding:titleText')}>
          <Suspense>
            <Forwarding number={number} />
          </Suspense>
        </FormSection>
      )}
      <Suspense>
        {canAll && (number.isAdopted ? <GiveBack number={number} /> : <ReleaseNumber number={number} />)}
      </Suspense>
    </FormSections>
  )
  return (
    <EditPage
      {...{ edit, canEdit, after }}
      onSend={send}
      isSaving={save.isPending}
      undo={t('undo')}
      title={formatPhone(number.phone)}
      heading={<Phone number={number.phone} />}
      beside={<NumberStateMark state={number.state} />}
      context={number.campaignName ? <bdi>{number.campaignName}</bdi> : t('noCampaign')}
    >
      <fieldset disabled={!canEdit} className={classes.fields}>
        <FormSections>
          <FormSection title={t('page.about')} text={t('page.aboutText')}>
            {number.givenBack && <p className={classes.note}>{t(`giveBack.done.${number.givenBack}`)}</p>}
            {isLiving && !number.flow && (
              <RingNow
                routing={values.routing}
                known={number.people}
                isPaused={!values.isEnabled}
                campaignId={values.campaignId}
              />
            )}
            <Suspense>
              {isLiving && canAll && number.provider === 'twilio' && <NumberPrice numberId={number._id} />}
            </Suspense>
            <TextInput {...form.getInputProps('label')} dir="auto" label={t('page.label')} autoComplete="off" />
            <CampaignSelect
              value={values.campaignId}
              onChange={(campaignId) => form.setFieldValue('campaignId', campaignId)}
              error={form.errors.campaignId}
            />
            <Switch
              {...form.getInputProps('isEnabled', { type: 'checkbox' })}
              label={t('page.enabled')}
              description={t('page.enabledText')}
            />
          </FormSection>
          {number.flow ? (
            <Suspense fallback={<SkeletonRows rows={1} columns={1} />}>
              <NumberFlow number={number} flow={number.flow} canEdit={canFlow} />
            </Suspense>
          ) : (
            <RoutingSections fields={fields} number={number} campaignId={values.campaignId} />
          )}
        </FormSections>
      </fieldset>
    </EditPage>
  )
}

type SectionsProps = { fields: RoutingFields; number: VirtualNumber; campaignId: string | null }

/** The number's own routing. */
function RoutingSections({ fields, number, campaignId }: SectionsProps) {
  const { t } = useTranslation('numbers')
  return (
    <>
      <FormSection title={t('page.answer')} text={t('page.answerText')}>
        <Suspense fallback={<SkeletonRows rows={4} columns={1} />}>
          <RingList {...fields} known={number.people} />
          <AnswerFields campaignId={campaignId} {...fields} />
        </Suspense>
      </FormSection>
      <FormSection title={t('page.voice')} text={t('page.voiceText')}>
        <Suspense fallback={<SkeletonRows rows={3} columns={1} />}>
          <RecordingFields {...fields} />
          <SpokenLanguage {...fields} />
        </Suspense>
      </FormSection>
      <FormSection title={t('page.noAnswer')} text={t('page.noAnswerText')}>
        <Suspense fallback={<SkeletonRows rows={2} columns={1} />}>
          <ClosingFields name="noAnswer" {...fields} />
        </Suspense>
      </FormSection>
      <FormSection title={t('hours.title')} text={t('hours.text')}>
        <Suspense>
          <HoursFields {...fields} />
        </Suspense>
      </FormSection>
    </>
  )
}

type CampaignProps = { value: string | null; onChange: (campaignId: string | null) => void; error: ReactNode }

function CampaignSelect({ value, onChange, error }: CampaignProps) {
  const { t } = useTranslation('numbers')
  const { businessId } = useBusiness()
  const { data } = useQuery(campaignNamesQuery(businessId))
  return (
    <Select
      label={t('page.campaign')}
      placeholder={t('noCampaign')}
      description={t('page.campaignText')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('page.clearCampaign') }}
      data={(data?.campaigns ?? []).map(({ _id, name }) => ({ value: _id, label: name }))}
      nothingFoundMessage={t('page.noSuchCampaign')}
      value={value}
      error={error}
      onChange={onChange}
    />
  )
}
