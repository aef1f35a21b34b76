import { ActionIcon } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'

/** Leads back to the list, on pages beside which the menu of the settings does not stand. */
export const BackLink = ({ to, label }: { to: string; label: string }) => (
  <ActionIcon component={Link} to={to} aria-label={label}>
    <IconArrowLeft size={20} stroke={1.75} data-mirror aria-hidden />
  </ActionIcon>
)
