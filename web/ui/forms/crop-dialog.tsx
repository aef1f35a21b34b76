import { Button, Modal, Slider } from '@mantine/core'
import { useState } from 'react'
import Cropper, { type Area } from 'react-easy-crop'
import { useTranslation } from 'react-i18next'
import { useNarrow } from '../../lib/use-narrow.ts'
import classes from './crop-dialog.module.css'
import 'react-easy-crop/react-easy-crop.css'

type Props = {
  /** Object URL of the picture. */
  source: string
  round: boolean
  isBusy: boolean
  /** Error of the last attempt. */
  problem: string | undefined
  onCrop: (area: Area) => void
  onClose: () => void
}

const ZOOM_MAX = 4
const ZOOM_STEP = 0.1

/** Crops a picture to a square by pointer, touch or keys. */
export function CropDialog({ source, round, isBusy, problem, onCrop, onClose }: Props) {
  const { t } = useTranslation(['images', 'common'])
  const isNarrow = useNarrow()
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<Area>()
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('cropTitle')}
      fullScreen={isNarrow}
      closeButtonProps={{ 'aria-label': t('close', { ns: 'common' }) }}
    >
      <div className={classes.stage} dir="ltr">
        <Cropper
          image={source}
          crop={crop}
          zoom={zoom}
          aspect={1}
          maxZoom={ZOOM_MAX}
          cropShape={round ? 'round' : 'rect'}
          showGrid={!round}
          disableAutomaticStylesInjection
          cropperProps={{ role: 'application', 'aria-label': t('cropArea') }}
          mediaProps={{ alt: '' }}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_, pixels) => setArea(pixels)}
        />
      </div>
      <div className={classes.zoom}>
        <span id="crop-zoom">{t('zoom')}</span>
        <Slider
          className={classes.slider ?? ''}
          min={1}
          max={ZOOM_MAX}
          step={ZOOM_STEP}
          value={zoom}
          label={null}
          thumbProps={{ 'aria-labelledby': 'crop-zoom' }}
          onChange={setZoom}
        />
      </div>
      <p className={classes.problem} role="alert">
        {problem}
      </p>
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose}>
          {t('cancel', { ns: 'common' })}
        </Button>
        <Button data-autofocus loading={isBusy} disabled={!area} onClick={() => area && onCrop(area)}>
          {t('saveImage')}
        </Button>
      </div>
    </Modal>
  )
}
