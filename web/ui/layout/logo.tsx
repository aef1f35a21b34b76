import classes from './logo.module.css'

/** The mark and, unless folded, the name. Not mirrored. */
export function Logo({ folded }: { folded?: boolean }) {
  return (
    <span className={classes.logo} dir="ltr">
      <svg viewBox="0 0 24 24" className={classes.mark} aria-hidden focusable="false">
        <rect width="24" height="24" rx="6" fill="var(--brand-fill)" />
        <path
          d="M6.5 9v6M10 6.5v11M13.5 8.5v7M17 11v2"
          stroke="var(--on-brand)"
          strokeWidth="1.9"
          strokeLinecap="round"
          fill="none"
        />
      </svg>
      <span className={classes.name} data-folded={folded || undefined}>
        Leadline
      </span>
    </span>
  )
}
