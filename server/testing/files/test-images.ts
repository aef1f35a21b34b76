import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

const RED = { r: 200, g: 30, b: 30 }

/** A one-colour image. */
export const aPicture = (width = 64, height = 48) => sharp({ create: { width, height, channels: 3, background: RED } })

export const asBlob = (bytes: Uint8Array, type = 'image/png') => new Blob([new Uint8Array(bytes)], { type })
export const aPng = async () => asBlob(await aPicture().png().toBuffer())

/** A phone's photo: rotated by EXIF, with a GPS position. */
export const aPhoto = () =>
  aPicture(80, 40)
    .withExif({
      IFD0: { Make: 'Camera of a phone', Orientation: '6' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '31/1 46/1 47/1', GPSLongitudeRef: 'E', GPSLongitude: '35/1 13/1 3/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()

/** A photo whose stored corners are red, green, blue and white, from top left to bottom right, rotated by EXIF. */
export const aTurnedPhoto = (orientation: number) =>
  sharp(Buffer.from([255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255]), { raw: { width: 2, height: 2, channels: 3 } })
    .resize(80, 80, { kernel: 'nearest' })
    .withMetadata({ orientation })
    .jpeg({ quality: 95 })
    .toBuffer()

const CORNERS: Record<string, string> = { '100': 'red', '010': 'green', '001': 'blue', '111': 'white' }
/** Colours of an image's corners, from top left to bottom right. */
export async function cornersOf(image: Buffer) {
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const colourAt = (x: number, y: number) => {
    const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels
    return CORNERS[[...data.subarray(at, at + 3)].map((part) => (part > 127 ? 1 : 0)).join('')]
  }
  return [colourAt(0.25, 0.25), colourAt(0.75, 0.25), colourAt(0.25, 0.75), colourAt(0.75, 0.75)]
}

/** A tiny PNG whose header claims this many pixels per side. */
export function bombPng(side: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.alloc(64))), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts])
}

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), content])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}
