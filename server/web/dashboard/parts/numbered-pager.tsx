import { Pager } from './table.tsx'

/** The number of a page as its address has it; what is none is the first. */
export const pageNumberOf = (text = ''): number => (/^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1)

/** At least one. */
export const countPages = (total: number, rows: number): number => Math.max(1, Math.ceil(total / rows))

export interface NumberedPagerProps {
  /** From 1. */
  page: number
  /** Of a page. */
  rows: number
  total: number
  /** All of them in words. */
  all: string
  href: (page: number) => string
}

/** The pager of a list that is in another order than that of time, and has a page for every number. */
export function NumberedPager({ page, rows, total, all, href }: NumberedPagerProps) {
  const pages = countPages(total, rows)
  const first = (page - 1) * rows
  return (
    <Pager
      newer={page > 1 ? href(page - 1) : null}
      older={page < pages ? href(page + 1) : null}
      words={['Previous', 'Next']}
    >
      {pages === 1 ? all : `${first + 1} to ${Math.min(first + rows, total)} of ${all}`}
    </Pager>
  )
}
