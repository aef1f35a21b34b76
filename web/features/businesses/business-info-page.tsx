import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { BusinessDetails } from '#contract/businesses.ts'
import { useBusiness, useCan } from '../../lib/session/session.ts'
import { Picture } from '../../ui/display/picture.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { NoPermission } from '../../ui/feedback/no-permission.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { AvatarUpload } from '../../ui/forms/avatar-upload.tsx'
import { EditPage } from '../../ui/forms/edit-page.tsx'
import { failInto } from '../../ui/forms/form-failure.ts'
import { FormSections } from '../../ui/forms/form-section.tsx'
import { useEditForm } from '../../ui/forms/use-edit-form.ts'
import { Page } from '../../ui/layout/page.tsx'
import { BusinessContact, BusinessIdentity } from './business-fields.tsx'
import { besideFields, businessRules, changesIn, valuesOf } from './business-form.ts'
import { businessQuery, useBusinessImage, useChangeBusiness } from './businesses.api.ts'
import { CloseBusiness } from './close-business.tsx'
import { DemandTwoFactor } from './demand-two-factor.tsx'
import { Restriction } from './restriction.tsx'
import { TransferOwnership } from './transfer-ownership.tsx'

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
  const { t } = useTranslation('businesses')
  const { _id: businessId, name, image } = business
  const save = useChangeBusiness(businessId)
  const upload = useBusinessImage(businessId)
  const edit = useEditForm({
    id: `business-${businessId}`,
    initialValues: valuesOf(business),
    validate: businessRules,
    changesIn,
  })
  const { form, changes, isDirty, settle } = edit
  const send = () => {
    if (!isDirty) return
    save.mutate(changes, {
      onSuccess: ({ business: saved }) => {
        settle(valuesOf(saved))
        toast.success(t('info.saved'))
      },
      onError: failInto(form, besideFields),
    })
  }
  const after = (
    <FormSections>
      <Restriction businessId={businessId} name="masksContacts" isOn={business.masksContacts} />
      <Restriction businessId={businessId} name="ownLeadsOnly" isOn={business.ownLeadsOnly} />
      <DemandTwoFactor businessId={businessId} isRequired={business.requiresTwoFactor} />
      <TransferOwnership businessId={businessId} name={name} />
      <CloseBusiness businessId={businessId} name={name} closesAt={business.closesAt} />
    </FormSections>
  )
  return (
    <EditPage
      {...{ edit, after }}
      onSend={send}
      isSaving={save.isPending}
      undo={t('info.undo')}
      title={t('info.title')}
      context={<bdi>{name}</bdi>}
    >
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
    </EditPage>
  )
}
