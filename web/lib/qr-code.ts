import { create } from 'qrcode'

/** Quiet zone around the code, which scanners need. */
const QUIET = 4
/** Large enough for a poster. */
const PNG_PIXELS = 1_200

/** A text's QR code as an SVG path of its dark modules, in a square of `side` units. */
export function qrCode(text: string): { side: number; path: string } {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const { size, data } = modules
  const dark = Array.from(data).flatMap((isDark, i) =>
    isDark ? [`M${(i % size) + QUIET} ${Math.floor(i / size) + QUIET}h1v1h-1z`] : [],
  )
  return { side: size + 2 * QUIET, path: dark.join('') }
}

/** Black on white in every scheme, as scanners expect. */
export function qrSvg(text: string): Blob {
  const { side, path } = qrCode(text)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><path fill="white" d="M0 0h${side}v${side}H0z"/><path fill="black" d="${path}"/></svg>`
  return new Blob([svg], { type: 'image/svg+xml' })
}

export function qrPng(text: string): Promise<Blob> {
  const { side, path } = qrCode(text)
  const scale = Math.ceil(PNG_PIXELS / side)
  const canvas = Object.assign(document.createElement('canvas'), { width: side * scale, height: side * scale })
  const context = canvas.getContext('2d')
  if (!context) return Promise.reject(new Error('This browser draws no pictures'))
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.scale(scale, scale)
  context.fillStyle = 'black'
  context.fill(new Path2D(path))
  return new Promise((done, failed) =>
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error('The picture could not be made'))), 'image/png'),
  )
}
