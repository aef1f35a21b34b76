import { Anchor, Button, Group, TextInput } from '@mantine/core'
import {
  IconAlertTriangle,
  IconChevronDown,
  IconCircleCheck,
  IconClock,
  IconFlask,
  IconRefresh,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LeadDelivery } from '#contract/lead-sources/lead-sources.ts'
import { formatDateTime } from '../../lib/i18n/format.ts'
import { paths } from '../../lib/paths.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { StateLabel } from '../../shared/state-label.tsx'
import { CodeBlock } from '../../ui/display/code-block.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { useDiscard, useRepair } from './lead-sources.api.ts'
import classes from './lead-sources.module.css'

/** Requests with what became of them; one that could not be read is corrected and read again. */
export function RequestList({ requests }: { requests: readonly LeadDelivery[] }) {
  const { t } = useTranslation('lead-sources')
  const { businessId } = useBusiness()
  const repair = useRepair(businessId)
  const unread = requests.filter(({ state }) => state === 'unread')
  const repairAll = () =>
    repair.mutate(
      { ids: unread.map(({ _id }) => _id) },
      { onSuccess: ({ repaired }) => void toast.success(t('unread.repaired', { count: repaired })) },
    )
  return (
    <>
      {unread.length > 1 && (
        <Group>
          <Button
            variant="default"
            loading={repair.isPending}
            leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />}
            onClick={repairAll}
          >
            {t('unread.all')}
          </Button>
        </Group>
      )}
      <ol className={classes.requests}>
        {requests.map((request) => (
          <Request key={request._id} request={request} />
        ))}
      </ol>
    </>
  )
}

const looks = {
  waiting: { Icon: IconClock, hue: 'sky' },
  lead: { Icon: IconCircleCheck, hue: 'green' },
  repeated: { Icon: IconCircleCheck, hue: 'green' },
  test: { Icon: IconFlask, hue: 'violet' },
  unread: { Icon: IconAlertTriangle, hue: 'amber' },
} as const

function Request({ request }: { request: LeadDelivery }) {
  const { t } = useTranslation('lead-sources')
  const { businessId } = useBusiness()
  const { at, state, reason, lead, fields, raw, sourceName } = request
  return (
    <li>
      <details className={classes.request}>
        <summary>
          <StateLabel look={looks[state]}>{reason ? t(`reasons.${reason}`) : t(`states.${state}`)}</StateLabel>
          <span className={classes.second}>
            <bdi>{sourceName}</bdi> · <time dateTime={at}>{formatDateTime(at)}</time>
          </span>
          <IconChevronDown size={16} stroke={1.75} aria-hidden />
        </summary>
        {lead && (
          <Anchor component={Link} to={paths.lead(businessId, lead.campaignId, lead._id)}>
            <bdi>{lead.name || t('nameless')}</bdi>
          </Anchor>
        )}
        {state === 'unread' ? (
          <Repair request={request} />
        ) : (
          <dl className={classes.fields}>
            {fields.map(({ path, label, value }) => (
              <div key={path}>
                <dt>
                  <bdi>{label}</bdi>
                </dt>
                <dd>
                  <bdi>{value}</bdi>
                </dd>
              </div>
            ))}
          </dl>
        )}
        {raw && <CodeBlock text={raw} label={t('raw')} />}
      </details>
    </li>
  )
}

/** The fields that were found, to be corrected. */
function Repair({ request: { _id, fields } }: { request: LeadDelivery }) {
  const { t } = useTranslation('lead-sources')
  const { businessId } = useBusiness()
  const repair = useRepair(businessId)
  const discard = useDiscard(businessId)
  const [corrections, setCorrections] = useState<Record<string, string>>({})
  const send = () =>
    repair.mutate(
      { ids: [_id], corrections },
      {
        onSuccess: ({ unread }) =>
          unread ? void toast.error(t('unread.still')) : void toast.success(t('unread.repaired', { count: 1 })),
      },
    )
  return (
    <div className={classes.repair}>
      {fields.map(({ path, label, value }) => (
        <TextInput
          key={path}
          label={<bdi>{label}</bdi>}
          dir="auto"
          defaultValue={value}
          onChange={({ currentTarget }) => setCorrections({ ...corrections, [path]: currentTarget.value })}
        />
      ))}
      <Group gap="xs">
        <Button loading={repair.isPending} onClick={send}>
          {t('unread.again')}
        </Button>
        <Button variant="subtle" color="red" loading={discard.isPending} onClick={() => discard.mutate(_id)}>
          {t('unread.discard')}
        </Button>
      </Group>
    </div>
  )
}
