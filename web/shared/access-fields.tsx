import { ActionIcon, Select, Stack } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { actsEverywhere, type CampaignRole, campaignRoles, selectableRoles } from '#contract/roles.ts'
import { campaignNamesQuery, useBusiness } from '../lib/session/session.ts'
import { UserText } from '../ui/display/user-text.tsx'
import classes from './access-fields.module.css'

export type AccessValues = {
  role: (typeof selectableRoles)[number]
  campaigns: { campaignId: string; role: CampaignRole }[]
}

/** Role in the business and, for roles without access to all campaigns, roles in campaigns. */
export function AccessFields({ access, onChange }: { access: AccessValues; onChange: (access: AccessValues) => void }) {
  const { t } = useTranslation('access-fields')
  const { t: common } = useTranslation()
  const isEverywhere = actsEverywhere(access.role)
  const chosenRole = (chosen: string | null) => selectableRoles.find((role) => role === chosen)
  return (
    <Stack gap="md">
      <Select
        label={t('role')}
        description={t(`explained.${access.role}`)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={selectableRoles.map((role) => ({ value: role, label: common(`roles.${role}`) }))}
        value={access.role}
        allowDeselect={false}
        onChange={(chosen) => {
          const role = chosenRole(chosen)
          if (role) onChange({ role, campaigns: actsEverywhere(role) ? [] : withRole(access, role) })
        }}
      />
      {!isEverywhere && <Campaigns access={access} onChange={onChange} />}
    </Stack>
  )
}

/** Campaign roles follow a change of the business role. */
function withRole({ campaigns }: AccessValues, role: AccessValues['role']) {
  const own = campaignRoles.find((one) => one === role)
  return own ? campaigns.map(({ campaignId }) => ({ campaignId, role: own })) : campaigns
}

function Campaigns({ access, onChange }: { access: AccessValues; onChange: (access: AccessValues) => void }) {
  const { t } = useTranslation('access-fields')
  const { t: common } = useTranslation()
  const { businessId } = useBusiness()
  const { data } = useQuery(campaignNamesQuery(businessId))
  const known = data?.campaigns ?? []
  const { campaigns } = access
  const nameOf = (id: string) => known.find(({ _id }) => _id === id)?.name ?? '…'
  const others = known.filter(({ _id }) => !campaigns.some(({ campaignId }) => campaignId === _id))
  const change = (next: AccessValues['campaigns']) => onChange({ ...access, campaigns: next })
  const ownRole = campaignRoles.find((role) => role === access.role) ?? 'Writer'
  return (
    <div>
      {campaigns.length > 0 && (
        <ul className={classes.campaigns} aria-label={t('campaigns')}>
          {campaigns.map(({ campaignId, role }) => (
            <li key={campaignId} className={classes.campaign}>
              <span className={classes.name}>
                <UserText cut>{nameOf(campaignId)}</UserText>
              </span>
              <Select
                className={classes.role ?? ''}
                aria-label={t('roleIn', { name: nameOf(campaignId) })}
                data={campaignRoles.map((one) => ({ value: one, label: common(`roles.${one}`) }))}
                value={role}
                allowDeselect={false}
                onChange={(chosen) => {
                  const next = campaignRoles.find((one) => one === chosen)
                  if (next)
                    change(campaigns.map((one) => (one.campaignId === campaignId ? { campaignId, role: next } : one)))
                }}
              />
              <ActionIcon
                aria-label={t('removeCampaign', { name: nameOf(campaignId) })}
                onClick={() => change(campaigns.filter((one) => one.campaignId !== campaignId))}
              >
                <IconX size={16} stroke={1.75} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <Select
        // Choosing adds a campaign and clears the field for the next one.
        key={campaigns.length}
        label={t('addCampaign')}
        description={campaigns.length === 0 && access.role !== 'Affiliate' && t('noneGiven')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        placeholder={t(others.length > 0 ? 'chooseCampaign' : 'allChosen')}
        leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
        searchable
        disabled={others.length === 0}
        data={others.map(({ _id, name }) => ({ value: _id, label: name }))}
        nothingFoundMessage={t('none')}
        onChange={(id) => id && change([...campaigns, { campaignId: id, role: ownRole }])}
      />
    </div>
  )
}
