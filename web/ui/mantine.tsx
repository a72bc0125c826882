import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import '@mantine/core/styles/default-css-variables.css'
import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/ScrollArea.css'
import '@mantine/core/styles/UnstyledButton.css'
import './mantine.css'

/** Around a part of Mantine, always in a file that is loaded when needed: its colours come from our tokens, see mantine.css. */
export const Mantine = (props: { readonly children: ReactNode }) => (
  <MantineProvider withCssVariables={false} withGlobalClasses={false} getRootElement={() => undefined} forceColorScheme="dark">
    {props.children}
  </MantineProvider>
)
