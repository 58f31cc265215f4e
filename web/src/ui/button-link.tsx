import { Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

function Anchor(props: ButtonProps & Omit<ComponentProps<'a'>, keyof ButtonProps>) {
  return <Button component="a" {...props} />
}

/** A button that leads somewhere: a real link, with the router's typed `to` and `params`. */
export const ButtonLink = createLink(Anchor)
