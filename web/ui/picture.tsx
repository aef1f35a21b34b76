import { useState } from 'react'
import { tintOf } from './initials.ts'
import classes from './picture.module.css'

type Props = { name: string; id: string; image: string | null; size?: 'sm' | 'md' | 'lg' }

/**
 * The image of a business or campaign. A value that starts with http is used as is (specification, section 3);
 * without one, or where it fails, the first letter stands in.
 */
export function Picture({ name, id, image, size = 'sm' }: Props) {
  const [isBroken, setBroken] = useState(false)
  const isShown = image?.startsWith('http') && !isBroken
  return (
    <span className={classes.picture} data-size={size} data-hue={tintOf(id)} aria-hidden>
      {isShown ? (
        <img src={image ?? ''} alt="" onError={() => setBroken(true)} />
      ) : (
        [...name.trim()][0]?.toLocaleUpperCase() || '?'
      )}
    </span>
  )
}
