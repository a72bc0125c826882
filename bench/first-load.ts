import type { Platform } from './platform.ts'
import type { Line } from './table.ts'
export const firstLoadLines = async (_: Platform): Promise<readonly Line[]> => []
