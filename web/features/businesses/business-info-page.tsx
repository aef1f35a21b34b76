import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BusinessDetails } from '#contract/businesses.ts'
import { useDraft } from '../../lib/drafts.ts'
import { issuesOf } from '../../lib/http/form-errors.ts'
import { useBusiness, useCan } from '../../lib/session/session.ts'
import { useUnsaved } from '../../lib/unsaved.ts'
import { Picture } from '../../ui/display/picture.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { NoPermission } from '../../ui/feedback/no-permission.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { AvatarUpload } from '../../ui/forms/avatar-upload.tsx'
import { onGaps } from '../../ui/forms/form-gaps.ts'
import { FormSections } from '../../ui/forms/form-section.tsx'
import { UnsavedGuard } from '../../ui/forms/unsaved-guard.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { BusinessContact, BusinessIdentity } from './business-fields.tsx'
import { besideFields, businessRules, changesIn, valuesOf } from './business-form.ts'
import { businessQuery, useBusinessImage, useChangeBusiness } from './businesses.api.ts'
import { CloseBusiness } from './close-business.tsx'
import { DemandTwoFactor } from './demand-two-factor.tsx'
import { Restriction } from './restriction.tsx'
import { TransferOwnership } from './transfer-ownership.tsx'

const FORM = 'business-info'

/** Details of the business, editable by its Owners. */
export function BusinessInfoPage() {
  // Also loads the namespaces of child components: loading them later would suspend the whole screen again.
  const { t } = useTranslation(['businesses', 'images', 'unsaved', 'two-factor'])
  const { businessId } = useBusiness()
  const canManage = useCan('business.settings')
  const { data, error, refetch } = useQuery({ ...businessQuery(businessId), enabled: canManage })
  if (data && canManage) return <Info key={businessId} business={data.business} />
  return (
    <Page title={t('info.title')}>
      {!canManage && <NoPermission />}
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {canManage && !data && !error && <SkeletonRows rows={8} columns={2} />}
    </Page>
  )
}

function Info({ business }: { business: BusinessDetails }) {
  const { t } = useTranslation(['businesses', 'common'])
  const { _id: businessId, name, image } = business
  const save = useChangeBusiness(businessId)
  const upload = useBusinessImage(businessId)
  const [before, setBefore] = useState(() => valuesOf(business))
  const form = useForm({ initialValues: before, validate: businessRules })
  const formId = `business-${businessId}`
  const draft = useDraft(formId, form)
  const changes = changesIn(form.values, before)
  const isDirty = Object.keys(changes).length > 0
  const settle = (values: typeof before) => {
    setBefore(values)
    form.setInitialValues(values)
    form.setValues(values)
    form.clearErrors()
  }
  useUnsaved(formId, isDirty, () => {
    form.reset()
    draft.drop()
  })

  const send = form.onSubmit(() => {
    if (!isDirty) return
    save.mutate(changes, {
      onSuccess: ({ business: saved }) => {
        settle(valuesOf(saved))
        toast.success(t('info.saved'))
      },
      onError: (error) => {
        const issues = issuesOf(error)
        if (issues) form.setErrors(besideFields(issues))
        else toast.error(error.message)
      },
    })
  }, onGaps(form))

  return (
    <Page
      title={t('info.title')}
      context={<bdi>{name}</bdi>}
      actions={
        <>
          {isDirty && (
            <Button variant="default" onClick={() => settle(before)}>
              {t('info.undo')}
            </Button>
          )}
          <Button type="submit" form={FORM} disabled={!isDirty} loading={save.isPending}>
            {t('save', { ns: 'common' })}
          </Button>
        </>
      }
    >
      <UnsavedGuard />
      <form id={FORM} onSubmit={send} noValidate>
        <FormSections>
          <BusinessIdentity
            form={form}
            image={
              <AvatarUpload hasImage={image !== null} onUpload={upload}>
                <Picture size="xl" id={businessId} name={name} image={image} />
              </AvatarUpload>
            }
          />
          <BusinessContact form={form} />
        </FormSections>
      </form>
      <FormSections>
        <Restriction businessId={businessId} name="masksContacts" isOn={business.masksContacts} />
        <Restriction businessId={businessId} name="ownLeadsOnly" isOn={business.ownLeadsOnly} />
        <DemandTwoFactor businessId={businessId} isRequired={business.requiresTwoFactor} />
        <TransferOwnership businessId={businessId} name={name} />
        <CloseBusiness businessId={businessId} name={name} closesAt={business.closesAt} />
      </FormSections>
    </Page>
  )
}
