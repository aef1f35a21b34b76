import { ActionIcon, Tooltip } from '@mantine/core'
import { IconQrcode } from '@tabler/icons-react'
import { Suspense, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../lib/i18n/format.ts'
import { lazily } from '../../../lib/lazy.ts'
import { useModal } from '../../../lib/modal-stack.ts'
import { CopyButton } from '../../../ui/display/copy-button.tsx'
import classes from './campaign-links.module.css'

const LinkQr = lazily(() => import('./link-qr.tsx'), 'LinkQr')

type Props = { shortUrl: string; clicks: number; name: string }

/** A short URL with copy button, QR code and clicks. */
export function ShortLink({ shortUrl, clicks, name }: Props) {
  const { t } = useTranslation('campaigns')
  const qr = useModal(`qr${useId()}`)
  return (
    <div className={classes.short}>
      <bdi dir="ltr" className={classes.shortUrl}>
        {shortUrl.replace(/^https?:\/\//, '')}
      </bdi>
      <CopyButton value={shortUrl} what={t('links.shortOf', { name })} />
      <Tooltip label={t('links.qr')}>
        <ActionIcon size="xs" aria-label={t('links.qrOf', { name })} aria-haspopup="dialog" onClick={qr.open}>
          <IconQrcode size={14} stroke={2} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <span className={classes.clicks}>{t('links.clicks', { count: clicks, formatted: formatNumber(clicks) })}</span>
      {qr.opened && (
        <Suspense>
          <LinkQr shortUrl={shortUrl} name={name} onClose={qr.close} />
        </Suspense>
      )}
    </div>
  )
}
