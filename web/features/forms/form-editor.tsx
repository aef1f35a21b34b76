import { Button, Menu, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { FORM_FIELDS_MAX, leadFieldKinds, nameOfLeadField, ownFieldKinds } from '#contract/forms.ts'
import { lazily } from '../../lib/lazy.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { fieldsIn, nameOf, useOwnFields } from '../../shared/own-fields/own-fields.ts'
import { typeIcons } from '../../shared/own-fields/type-icons.ts'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { BothLanguages } from './both-languages.tsx'
import { FieldCard } from './field-card.tsx'
import { kindIcons } from './field-kinds.ts'
import classes from './form-editor.module.css'
import { FormLanguages, FormSource } from './form-origin.tsx'
import { type FormValues, newField, newLeadField } from './form-values.ts'

const FormBooking = lazily(() => import('./form-booking.tsx'), 'FormBooking')
const FormSites = lazily(() => import('./form-sites.tsx'), 'FormSites')

type Form = UseFormReturnType<FormValues>

/** Name, fields, texts and allowed sites of a form. */
export function FormEditor({ form, campaignId }: { form: Form; campaignId: string }) {
  const { t } = useTranslation('forms')
  return (
    <>
      <Section title={t('editor.basics')}>
        <TextInput
          {...form.getInputProps('name')}
          dir="auto"
          label={t('editor.name')}
          description={t('editor.nameText')}
          required
          autoComplete="off"
        />
        <FormLanguages form={form} />
        <FormSource form={form} />
      </Section>
      <Section title={t('editor.top')}>
        <BothLanguages form={form} path="texts.title" label={t('editor.title')} required />
        <BothLanguages form={form} path="texts.intro" label={t('editor.intro')} isLong />
      </Section>
      <Section title={t('editor.fields')}>
        <ol className={classes.cards}>
          {form.values.fields.map((field, index) => (
            <FieldCard key={field.name} form={form} field={field} index={index} />
          ))}
        </ol>
        {form.errors.fields && (
          <p role="alert" className={classes.error}>
            {form.errors.fields}
          </p>
        )}
        <AddField form={form} campaignId={campaignId} />
        <BothLanguages
          form={form}
          path="texts.consent"
          label={t('editor.consent')}
          description={t('editor.consentText')}
          isLong
        />
        <BothLanguages form={form} path="texts.button" label={t('editor.button')} required />
      </Section>
      <Section title={t('editor.after')}>
        <BothLanguages form={form} path="texts.thanks" label={t('editor.thanks')} required />
        <BothLanguages form={form} path="texts.thanksText" label={t('editor.thanksText')} isLong />
        <TextInput
          {...form.getInputProps('redirectUrl')}
          dir="ltr"
          type="url"
          label={t('editor.redirect')}
          description={t('editor.redirectText')}
          placeholder="https://"
          autoComplete="off"
        />
        <Suspense>
          <FormBooking form={form} />
        </Suspense>
      </Section>
      <Section title={t('editor.sites')}>
        <Suspense fallback={<SkeletonRows rows={1} columns={1} />}>
          <FormSites form={form} />
        </Suspense>
      </Section>
    </>
  )
}

function AddField({ form, campaignId }: { form: Form; campaignId: string }) {
  const { t } = useTranslation('forms')
  const { businessId } = useBusiness()
  const { fields } = form.values
  const own = fieldsIn(useOwnFields(businessId).fields, campaignId).filter(({ key }) =>
    fields.every(({ name }) => name !== nameOfLeadField(key)),
  )
  const missing = leadFieldKinds.filter((kind) => fields.every((field) => field.kind !== kind))
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          className={classes.add ?? ''}
          variant="default"
          leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
          disabled={fields.length >= FORM_FIELDS_MAX}
        >
          {t('fields.add')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {[...missing, ...ownFieldKinds].map((kind) => {
          const KindIcon = kindIcons[kind]
          return (
            <Menu.Item
              key={kind}
              leftSection={<KindIcon />}
              onClick={() => form.insertListItem('fields', newField(t, kind))}
            >
              {t(`kinds.${kind}`)}
            </Menu.Item>
          )
        })}
        {own.length > 0 && <Menu.Label>{t('fields.own')}</Menu.Label>}
        {own.map((field) => {
          const TypeIcon = typeIcons[field.type]
          return (
            <Menu.Item
              key={field._id}
              leftSection={<TypeIcon />}
              onClick={() => form.insertListItem('fields', newLeadField(field))}
            >
              <bdi>{nameOf(field)}</bdi>
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section}>
      <h2 className={classes.title}>{title}</h2>
      {children}
    </section>
  )
}
