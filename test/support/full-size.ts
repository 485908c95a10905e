/**
 * Whether the tests run at full size, as `npm run test:full` has them: every round, every sample, every size of a page. Else
 * each takes a fixed part of them.
 */
export const isFullSize = (): boolean => process.env.TEST_SIZE === 'full'
