import { Anchor, Box, Drawer } from '@mantine/core'
import { IconChevronDown, IconInbox } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Payload } from '#contract/leads/payloads.ts'
import { formatDateTime } from '../../lib/i18n/format.ts'
import { i18n } from '../../lib/i18n/i18n.ts'
import { CodeBlock } from '../../ui/display/code-block.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import classes from './request-log.module.css'

type Props = {
  opened: boolean
  onClose: () => void
  /** Name of the sender. */
  name: string
  requests: readonly Payload[] | undefined
  error: Error | null
  onRetry: () => void
  /** Link to the result of a request. */
  pathOf: (lead: NonNullable<Payload['lead']>) => string
}

/** The last requests of a sender, with body and outcome. */
export function RequestLog({ opened, onClose, name, requests, error, onRetry, pathOf }: Props) {
  const { t } = useTranslation(['request-log', 'common'])
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size="lg"
      title={
        <>
          {t('title')} · <bdi>{name}</bdi>
        </>
      }
      closeButtonProps={{ 'aria-label': t('close', { ns: 'common' }) }}
    >
      {error && !requests && <ErrorState error={error} onRetry={onRetry} />}
      {!error && !requests && <SkeletonRows rows={6} columns={3} />}
      {requests?.length === 0 && <EmptyState icon={<IconInbox />} title={t('none')} text={t('noneText')} />}
      {requests && requests.length > 0 && (
        <>
          <p className={classes.context}>{t('context')}</p>
          <ol className={classes.list}>
            {requests.map((request) => (
              <Request key={request._id} request={request} pathOf={pathOf} />
            ))}
          </ol>
        </>
      )}
    </Drawer>
  )
}

function Request({ request, pathOf }: { request: Payload; pathOf: Props['pathOf'] }) {
  const { t } = useTranslation(['request-log', 'refusals'])
  const { outcome, status, at, address, raw, contentType, lead } = request
  const isTaken = outcome === 'created' || outcome === 'repeated'
  return (
    <li className={classes.request}>
      <details>
        <summary>
          <Box component="span" className={classes.outcome} mod={{ taken: isTaken }}>
            {outcomeText(outcome, t('refused'))}
          </Box>
          <bdi dir="ltr" className={classes.status}>
            {status}
          </bdi>
          <time dateTime={at}>{formatDateTime(at)}</time>
          <IconChevronDown size={16} stroke={1.75} aria-hidden />
        </summary>
        <dl className={classes.facts}>
          {lead && (
            <div>
              <dt>{t('lead')}</dt>
              <dd>
                <Anchor component={Link} to={pathOf(lead)}>
                  <bdi>{lead.name || t('nameless')}</bdi>
                </Anchor>
              </dd>
            </div>
          )}
          <div>
            <dt>{t('address')}</dt>
            <dd>
              <bdi dir="ltr">{address}</bdi>
            </dd>
          </div>
          {contentType && (
            <div>
              <dt>{t('contentType')}</dt>
              <dd>
                <bdi dir="ltr">{contentType}</bdi>
              </dd>
            </div>
          )}
        </dl>
        {raw ? <CodeBlock text={readable(raw)} label={t('body')} /> : <p className={classes.context}>{t('noBody')}</p>}
      </details>
    </li>
  )
}

/** Outcomes have texts here; other codes are error codes with their own texts. */
function outcomeText(outcome: string, otherwise: string) {
  if (i18n.exists(`outcomes.${outcome}`, { ns: 'request-log' }))
    return i18n.t(`outcomes.${outcome}`, { ns: 'request-log' })
  const ns = ['errors', 'refusals']
  return i18n.exists(outcome, { ns }) ? i18n.t(outcome, { ns }) : otherwise
}

function readable(raw: string) {
  try {
    return JSON.stringify(JSON.parse(raw), null, 2)
  } catch {
    return raw
  }
}
