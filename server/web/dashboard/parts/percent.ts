/** A share with one digit after the point, and never 0 % of something. */
export function percent(share: number): string {
  if (share > 0 && share < 0.001) return 'under 0.1 %'
  return `${(share * 100).toLocaleString('en', { maximumFractionDigits: 1 })} %`
}
