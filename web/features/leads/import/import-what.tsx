import { Button, Group, Radio, Select, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IMPORT_DRAFT_DAYS, importKeys, importModes } from '#contract/leads/sheets/lead-import.ts'
import { hasRight } from '#contract/roles.ts'
import { campaignNamesQuery } from '../../../lib/session/session.ts'
import { selectableIn, useStatuses } from '../status/use-statuses.ts'
import type { DraftProps } from './draft.ts'
import classes from './import.module.css'

/** What the import does, by what it finds leads, and where new ones go. */
export function ImportWhat({ businessId, settings, onChange, onStep }: DraftProps) {
  const { t } = useTranslation('lead-sheets')
  const { data } = useQuery(campaignNamesQuery(businessId))
  const { mode, key, campaignId, defaults } = settings
  const campaigns = (data?.campaigns ?? []).filter(({ role }) => hasRight(role, 'leads.import'))
  const only = campaigns.length === 1 ? campaigns[0]?._id : undefined
  const chosen = campaignId ?? (mode === 'update' ? null : (only ?? null))
  const statuses = selectableIn(useStatuses(businessId), chosen)
  const isReady = mode === 'update' || chosen !== null
  const [isAsked, setAsked] = useState(false)
  return (
    <Stack className={classes.what} gap="lg">
      <Radio.Group label={t('import.mode')} value={mode} onChange={(value) => onChange({ mode: value })}>
        <Stack gap="xs" mt="xs">
          {importModes.map((one) => (
            <Radio key={one} value={one} label={t(`import.modes.${one}`)} description={t(`import.modeTexts.${one}`)} />
          ))}
        </Stack>
      </Radio.Group>
      {mode !== 'create' && (
        <Select
          label={t('import.key')}
          description={t('import.keyText')}
          allowDeselect={false}
          value={key}
          data={importKeys.map((one) => ({ value: one, label: t(`import.keys.${one}`) }))}
          onChange={(value) => value && onChange({ key: value })}
        />
      )}
      <Select
        label={t('import.campaign')}
        description={t(mode === 'update' ? 'import.campaignOfUpdate' : 'import.campaignText')}
        placeholder={t(mode === 'update' ? 'import.allCampaigns' : 'import.chooseCampaign')}
        clearable={mode === 'update'}
        withAsterisk={mode !== 'update'}
        error={isAsked && !isReady && t('campaign_required', { ns: 'errors' })}
        searchable
        value={chosen}
        data={campaigns.map(({ _id, name }) => ({ value: _id, label: name }))}
        onChange={(value) => onChange({ campaignId: value })}
      />
      {mode !== 'update' && (
        <Select
          label={t('import.status')}
          description={t('import.statusText')}
          placeholder={t('import.firstStatus')}
          clearable
          value={defaults.statusId ?? null}
          data={statuses.map(({ _id, name }) => ({ value: _id, label: name }))}
          onChange={(value) => {
            const { statusId: _, ...others } = defaults
            onChange({ defaults: { ...others, ...(value && { statusId: value }) } })
          }}
        />
      )}
      <Group justify="space-between">
        <span className={classes.second}>{t('import.draftKept', { count: IMPORT_DRAFT_DAYS })}</span>
        <Button
          onClick={() => {
            if (!isReady) return setAsked(true)
            onChange({ campaignId: chosen })
            onStep('columns')
          }}
        >
          {t('import.continue')}
        </Button>
      </Group>
    </Stack>
  )
}
