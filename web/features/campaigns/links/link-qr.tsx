import { Button, Group, Modal, Stack } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../../lib/http/save-file.ts'
import { qrPng, qrSvg } from '../../../lib/qr-code.ts'
import { CopyButton } from '../../../ui/display/copy-button.tsx'
import { QrPicture } from '../../../ui/display/qr-picture.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import classes from './link-qr.module.css'

type Props = { shortUrl: string; name: string; onClose: () => void }

/** QR code of a short URL, to scan or to save for print. */
export function LinkQr({ shortUrl, name, onClose }: Props) {
  const { t } = useTranslation(['campaigns', 'common'])
  const file = `qr-${shortUrl.split('/').at(-1)}`
  const savePng = () =>
    qrPng(shortUrl).then(
      (blob) => saveFile(blob, `${file}.png`),
      () => toast.error(t('unexpectedError', { ns: 'common' })),
    )
  return (
    <Modal
      opened
      onClose={onClose}
      title={<bdi>{name}</bdi>}
      closeButtonProps={{ 'aria-label': t('close', { ns: 'common' }) }}
    >
      <Stack align="center">
        <QrPicture text={shortUrl} label={t('links.qrFor', { url: shortUrl })} />
        <div className={classes.address}>
          <bdi dir="ltr">{shortUrl}</bdi>
          <CopyButton value={shortUrl} what={t('links.shortOf', { name })} />
        </div>
        <Group gap="xs">
          <Button
            variant="default"
            leftSection={<IconDownload stroke={1.75} aria-hidden />}
            onClick={() => void savePng()}
          >
            PNG
          </Button>
          <Button
            variant="default"
            leftSection={<IconDownload stroke={1.75} aria-hidden />}
            onClick={() => saveFile(qrSvg(shortUrl), `${file}.svg`)}
          >
            SVG
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
