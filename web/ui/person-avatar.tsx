import { useState } from 'react'
import { initialsOf, tintOf } from './initials.ts'
import classes from './person-avatar.module.css'

type Props = { name: string; id?: string; image?: string | null; size?: 'sm' | 'md' | 'lg' }

/** A person: image or initials on a tint. Decorative where the name stands beside it. */
export function PersonAvatar({ name, id, image, size = 'sm' }: Props) {
  const [isBroken, setBroken] = useState(false)
  const isShown = image?.startsWith('http') && !isBroken
  return (
    <span className={classes.avatar} data-size={size} data-hue={tintOf(id ?? name)} aria-hidden>
      {isShown ? <img src={image ?? ''} alt="" onError={() => setBroken(true)} /> : initialsOf(name) || '?'}
    </span>
  )
}
