import { useInViewport } from '@mantine/hooks'
import { IconFileOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Loader } from '../../../ui/feedback/loader.tsx'
import { openPdf, type Pdf } from './pdf-code.ts'
import classes from './preview.module.css'

/** Sharper than this no reader sees, and a page of a plan would not fit into memory. */
const RATIO_MAX = 2
const PIXELS_MAX = 8_000_000

/** The pages of a PDF, one below the other, each painted when it comes into sight. */
export function PdfPages({ url }: { url: string }) {
  const { t } = useTranslation('files')
  const [pdf, setPdf] = useState<Pdf | 'broken' | undefined>()
  useEffect(() => {
    const task = openPdf(url)
    task.promise.then(setPdf, () => setPdf('broken'))
    return () => void task.destroy()
  }, [url])
  if (!pdf) return <Loader />
  if (pdf === 'broken')
    return <EmptyState icon={<IconFileOff />} title={t('noPreviewTitle')} text={t('noPreview.brokenPdf')} />
  return (
    <ol className={classes.pages} aria-label={t('pages')}>
      {Array.from({ length: pdf.numPages }, (_, at) => at + 1).map((number) => (
        <PdfPage key={number} pdf={pdf} number={number} />
      ))}
    </ol>
  )
}

function PdfPage({ pdf, number }: { pdf: Pdf; number: number }) {
  const { t } = useTranslation('files')
  const { ref, inViewport } = useInViewport<HTMLLIElement>()
  const canvas = useRef<HTMLCanvasElement>(null)
  const { data: page } = useQuery({
    queryKey: ['pdf', pdf.fingerprints[0], number],
    queryFn: () => pdf.getPage(number),
    enabled: inViewport || number === 1,
    gcTime: 0,
  })
  useEffect(() => {
    if (!page || !canvas.current) return
    const whole = page.getViewport({ scale: 1 })
    const width = canvas.current.parentElement?.clientWidth ?? whole.width
    const wanted = (width / whole.width) * Math.min(window.devicePixelRatio, RATIO_MAX)
    const viewport = page.getViewport({
      scale: Math.min(wanted, Math.sqrt(PIXELS_MAX / (whole.width * whole.height))),
    })
    Object.assign(canvas.current, { width: Math.floor(viewport.width), height: Math.floor(viewport.height) })
    const task = page.render({ canvas: canvas.current, viewport })
    task.promise.catch(() => undefined)
    return () => task.cancel()
  }, [page])
  return (
    <li ref={ref} className={classes.page}>
      <canvas ref={canvas} role="img" aria-label={t('page', { number, count: pdf.numPages })} />
    </li>
  )
}
