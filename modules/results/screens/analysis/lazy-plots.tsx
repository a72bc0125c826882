import { lazyPart } from '#web/kit/lazy.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'

// the chart library comes with the first picture, and never with a page
export const LinePlot = lazyPart(() => import('./plots.tsx'), 'LinePlot', <Skeleton rows={1} height={360} />)
export const BarPlot = lazyPart(() => import('./bars.tsx'), 'BarPlot', <Skeleton rows={1} height={260} />)
