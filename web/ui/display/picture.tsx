import { IconPhoto } from '@tabler/icons-react'
import { useState } from 'react'
import { imageSource } from './image-source.ts'
import { tintOf } from './initials.ts'
import classes from './picture.module.css'

type Props = { name: string; id: string; image: string | null; size?: 'sm' | 'md' | 'lg' | 'xl' }

/** The image of a business or campaign; if missing or failed, its first letter, or a sign while it has no name. */
export function Picture({ name, id, image, size = 'sm' }: Props) {
  const [broken, setBroken] = useState<string>()
  const source = imageSource(image)
  return (
    <span className={classes.picture} data-size={size} data-hue={tintOf(id)} aria-hidden>
      {source && source !== broken ? (
        <img src={source} alt="" onError={() => setBroken(source)} />
      ) : (
        ([...name.trim()][0]?.toLocaleUpperCase() ?? <IconPhoto />)
      )}
    </span>
  )
}
