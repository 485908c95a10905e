import type { Region } from '../../../regions.ts'

export const REGION_NAMES: Record<Region, string> = { eu: 'European Union', ch: 'Switzerland', us: 'United States' }
