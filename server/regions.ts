/** The regions a workspace's files can be stored in (contract 1.9). */
export const REGIONS = ['eu', 'ch', 'us'] as const
export type Region = (typeof REGIONS)[number]
