import { useState } from 'react'
import { imageSource } from './image-source.ts'
import { initialsOf, tintOf } from './initials.ts'
import classes from './person-avatar.module.css'

type Props = { name: string; id?: string; image?: string | null; size?: 'sm' | 'md' | 'lg' | 'xl' }

/** A person's image; if missing or failed, initials on a tint. Decorative: the name stands beside it. */
export function PersonAvatar({ name, id, image, size = 'sm' }: Props) {
  const [broken, setBroken] = useState<string>()
  const source = imageSource(image)
  const isShown = source && source !== broken
  return (
    <span
      className={classes.avatar}
      data-size={size}
      data-hue={tintOf(id ?? name)}
      // Rendered by CSS, because as text the initials would become part of the accessible name of a surrounding button.
      data-initials={isShown ? undefined : initialsOf(name) || '?'}
      aria-hidden
    >
      {isShown && <img src={source} alt="" onError={() => setBroken(source)} />}
    </span>
  )
}
