import type { ComponentProps } from 'react'
import { lazyPart } from '#web/kit/lazy.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'

// the chart library comes with the first picture, and never with a page
const Lines = lazyPart(() => import('./plots.tsx'), 'LinePlot', <Skeleton rows={1} height={200} />)
export const BarPlot = lazyPart(() => import('./bars.tsx'), 'BarPlot', <Skeleton rows={1} height={260} />)

/** As high as it will be from the first: what stands below does not move when the picture comes. */
export const LinePlot = (props: ComponentProps<typeof Lines>) => (
  <div style={{ height: props.height }}>
    <Lines {...props} />
  </div>
)
