import { Button, Group, Select, Stack, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { apiKeyRoutes } from '#contract/auth/api-keys.ts'
import type { RouteReply } from '#contract/route.ts'
import { formatDateTime } from '../../lib/i18n/format.ts'
import { campaignNamesQuery, useBusiness } from '../../lib/session/session.ts'
import { CopyButton } from '../../ui/display/copy-button.tsx'
import { ShownSecret } from '../../ui/display/shown-secret.tsx'
import classes from './shown-once.module.css'
import { formSnippet, jsonSnippet } from './snippets.ts'

export type MadeKey = Pick<RouteReply<typeof apiKeyRoutes.create>, 'apiKey' | 'key'>

/** The full key and an example request that sends a lead with it. */
export function ShownOnce({ made: { apiKey, key }, onDone }: { made: MadeKey; onDone: () => void }) {
  const { t } = useTranslation('api-keys')
  return (
    <Stack>
      <ShownSecret secret={key} name={t('made.key')} warning={t('made.warning')} />
      {apiKey.oldKeyUntil && (
        <p className={classes.quiet}>
          {new Date(apiKey.oldKeyUntil) > new Date()
            ? t('made.oldUntil', { time: formatDateTime(apiKey.oldKeyUntil) })
            : t('made.oldEnded')}
        </p>
      )}
      {apiKey.scopes.includes('leads:write') && <Snippets campaignIds={apiKey.campaignIds} secret={key} />}
      <Group justify="flex-end">
        <Button onClick={onDone}>{t('made.done')}</Button>
      </Group>
    </Stack>
  )
}

function Snippets({ campaignIds, secret }: { campaignIds: string[] | null; secret: string }) {
  const { t } = useTranslation('api-keys')
  const { businessId } = useBusiness()
  const { data } = useQuery(campaignNamesQuery(businessId))
  const campaigns = (data?.campaigns ?? []).filter(({ _id }) => campaignIds === null || campaignIds.includes(_id))
  const [chosen, setChosen] = useState<string | null>(null)
  const campaignId = chosen ?? campaigns[0]?._id
  if (!campaignId) return <p className={classes.quiet}>{t('made.noCampaign')}</p>
  const target = { origin: window.location.origin, key: secret, campaignId }
  return (
    <div>
      <Select
        label={t('made.campaign')}
        data={campaigns.map(({ _id, name }) => ({ value: _id, label: name }))}
        value={campaignId}
        allowDeselect={false}
        searchable
        onChange={setChosen}
      />
      <Tabs defaultValue="json" mt="sm">
        <Tabs.List aria-label={t('made.example')}>
          <Tabs.Tab value="json">{t('made.json')}</Tabs.Tab>
          <Tabs.Tab value="form">{t('made.form')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="json">
          <Snippet text={jsonSnippet(target)} />
        </Tabs.Panel>
        <Tabs.Panel value="form">
          <Snippet text={formSnippet(target)} />
        </Tabs.Panel>
      </Tabs>
    </div>
  )
}

function Snippet({ text }: { text: string }) {
  const { t } = useTranslation('api-keys')
  return (
    <div className={classes.snippet}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be focusable. */}
      <pre dir="ltr" tabIndex={0}>
        {text}
      </pre>
      <span className={classes.copy}>
        <CopyButton value={text} what={t('made.example')} />
      </span>
    </div>
  )
}
