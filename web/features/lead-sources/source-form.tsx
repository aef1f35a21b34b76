import { Button, Group, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type LeadSource,
  NOTE,
  type SourceChoice,
  type SourceField,
  type SourceMapping,
} from '#contract/lead-sources/lead-sources.ts'
import { isChosenIn } from '#contract/leads/lead-status.ts'
import { currentLanguage } from '../../lib/i18n/i18n.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { FormSection } from '../../ui/forms/form-section.tsx'
import { peopleQuery, statusesQuery, useChangeSource } from './lead-sources.api.ts'
import { MappingTable } from './mapping-table.tsx'
import { Preview } from './preview.tsx'

type Sample = { at: string; fields: SourceField[] } | null
type Props = { source: LeadSource; sample: Sample }
type Draft = Pick<LeadSource, 'name' | 'source' | 'statusId' | 'assignedTo'> & { mapping: SourceMapping | null }

/** The mapping with what the fields of the sample seem to hold, where it says nothing of them. */
function withSuggestions(mapping: SourceMapping | null, fields: readonly SourceField[]): SourceMapping {
  const suggested = fields.map(({ path, suggested }): [string, SourceChoice] => [path, suggested ?? NOTE])
  return {
    values: mapping?.values ?? {},
    dateOrder: mapping?.dateOrder ?? 'dmy',
    columns: { ...(mapping ? {} : Object.fromEntries(suggested)), ...mapping?.columns },
  }
}

/** What the fields of requests hold, and what new leads get. */
export function SourceForm({ source, sample }: Props) {
  const { t } = useTranslation('lead-sources')
  const { businessId } = useBusiness()
  const save = useChangeSource(businessId)
  const { _id: id, campaignId, name, source: ofLeads, statusId, assignedTo, mapping } = source
  const [draft, setDraft] = useState<Draft>({ name, source: ofLeads, statusId, assignedTo, mapping })
  const change = (changes: Partial<Draft>) => setDraft({ ...draft, ...changes })
  const onSave = () => save.mutate({ id, ...draft }, { onSuccess: () => void toast.success(t('saved')) })
  return (
    <>
      {sample && (
        <FormSection title={t('mapping.title')} text={t('mapping.text')}>
          <MappingTable
            campaignId={campaignId}
            fields={sample.fields}
            mapping={withSuggestions(draft.mapping, sample.fields)}
            onChange={(next) => change({ mapping: next })}
          />
          <Preview id={id} sampleAt={sample.at} mapping={draft.mapping} />
        </FormSection>
      )}
      <FormSection title={t('defaults.title')} text={t('defaults.text')}>
        <Defaults campaignId={campaignId} draft={draft} onChange={change} />
        <Group gap="xs">
          <Button loading={save.isPending} onClick={onSave}>
            {t('save')}
          </Button>
          {draft.mapping && (
            <Button variant="subtle" onClick={() => change({ mapping: null })}>
              {t('mapping.forget')}
            </Button>
          )}
        </Group>
      </FormSection>
    </>
  )
}

type DefaultsProps = { campaignId: string; draft: Draft; onChange: (changes: Partial<Draft>) => void }
function Defaults({ campaignId, draft, onChange }: DefaultsProps) {
  const { t } = useTranslation('lead-sources')
  const { businessId } = useBusiness()
  const { data: statuses = [] } = useQuery(statusesQuery(businessId))
  const people = useQuery(peopleQuery(businessId, campaignId)).data?.people ?? []
  const inLanguage = ({ nameHe, nameEn }: { nameHe: string; nameEn: string }) =>
    currentLanguage() === 'he' ? nameHe : nameEn
  return (
    <>
      <TextInput
        label={t('defaults.name')}
        dir="auto"
        value={draft.name}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      <TextInput
        label={t('defaults.source')}
        dir="auto"
        value={draft.source}
        onChange={({ currentTarget }) => onChange({ source: currentTarget.value })}
      />
      <Select
        label={t('defaults.status')}
        placeholder={t('defaults.ofBusiness')}
        clearable
        value={draft.statusId}
        data={statuses
          .filter((status) => isChosenIn(status, campaignId))
          .map((status) => ({ value: status._id, label: inLanguage(status) }))}
        onChange={(statusId) => onChange({ statusId })}
      />
      <Select
        label={t('defaults.person')}
        placeholder={t('defaults.byRule')}
        clearable
        searchable
        value={draft.assignedTo}
        data={people.map(({ _id, name }) => ({ value: _id, label: name }))}
        onChange={(assignedTo) => onChange({ assignedTo })}
      />
    </>
  )
}
