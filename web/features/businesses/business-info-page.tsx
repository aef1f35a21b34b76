import { Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { BusinessDetails } from '#contract/businesses.ts'
import { lazily } from '../../lib/lazy.ts'
import { useBusiness, useCan } from '../../lib/session/session.ts'
import { Picture } from '../../ui/display/picture.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { NoPermission } from '../../ui/feedback/no-permission.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { AvatarUpload } from '../../ui/forms/avatar-upload.tsx'
import { EditPage } from '../../ui/forms/edit-page.tsx'
import { failInto } from '../../ui/forms/form-failure.ts'
import { FormSection, FormSections } from '../../ui/forms/form-section.tsx'
import { useEditForm } from '../../ui/forms/use-edit-form.ts'
import { Page } from '../../ui/layout/page.tsx'
import { BusinessContact, BusinessIdentity } from './business-fields.tsx'
import { besideFields, businessRules, changesIn, valuesOf } from './business-form.ts'
import {
  businessQuery,
  useBusinessImage,
  useChangeBusiness,
  useDemandTwoFactor,
  useRestrict,
} from './businesses.api.ts'

/** Below the first screen, so it is loaded separately. */
const BusinessBrand = lazily(() => import('./business-brand.tsx'), 'BusinessBrand')
const CloseBusiness = lazily(() => import('./close-business.tsx'), 'CloseBusiness')
const TransferOwnership = lazily(() => import('./transfer-ownership.tsx'), 'TransferOwnership')

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
      <Suspense>
        <TransferOwnership businessId={businessId} name={name} />
        <CloseBusiness businessId={businessId} name={name} closesAt={business.closesAt} />
      </Suspense>
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
        <Suspense fallback={<SkeletonRows rows={2} columns={2} />}>
          <BusinessBrand form={form} />
        </Suspense>
      </FormSections>
    </EditPage>
  )
}

/** Requires two-factor authentication of all members. The server refuses an Owner who does not use it. */
function DemandTwoFactor({ businessId, isRequired }: { businessId: string; isRequired: boolean }) {
  const { t } = useTranslation('two-factor')
  const demand = useDemandTwoFactor(businessId)
  const change = (isOn: boolean) =>
    demand.mutate(isOn, { onSuccess: () => toast.success(t(isOn ? 'demand.on' : 'demand.off')) })
  return (
    <FormSection title={t('title')} text={t('demand.hint')}>
      <Switch
        label={t('demand.label')}
        checked={demand.isPending ? demand.variables : isRequired}
        disabled={demand.isPending}
        onChange={(event) => change(event.currentTarget.checked)}
      />
    </FormSection>
  )
}

type Props = { businessId: string; name: 'masksContacts' | 'ownLeadsOnly'; isOn: boolean }
/** A switch that restricts what some roles see in the whole business. */
function Restriction({ businessId, name, isOn }: Props) {
  const { t } = useTranslation('businesses')
  const restrict = useRestrict(businessId)
  const text = (key: 'title' | 'hint' | 'label' | 'on' | 'off') => t(`restrictions.${name}.${key}`)
  const change = (wanted: boolean) =>
    restrict.mutate({ [name]: wanted }, { onSuccess: () => toast.success(text(wanted ? 'on' : 'off')) })
  return (
    <FormSection title={text('title')} text={text('hint')}>
      <Switch
        label={text('label')}
        checked={restrict.isPending ? restrict.variables[name] === true : isOn}
        disabled={restrict.isPending}
        onChange={(event) => change(event.currentTarget.checked)}
      />
    </FormSection>
  )
}
