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
