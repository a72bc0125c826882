import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/UnstyledButton.layer.css'
import './mantine.css'

/** Around a part of Mantine, always in a file that is loaded when needed: its styles lie in a layer under ours, its colours come from our tokens, see mantine.css. */
export const Mantine = (props: { readonly children: ReactNode }) => (
  <MantineProvider withCssVariables={false} withGlobalClasses={false} getRootElement={() => undefined} forceColorScheme="dark">
    {props.children}
  </MantineProvider>
)
